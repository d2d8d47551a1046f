/** The script that counts visits, as an owner writes it: its address, then its attributes. */
import type { OtherOrigins } from "../../contract/other-origins.ts";

/** An attribute that only says something; none that runs code. */
const ATTRIBUTE = /\s+(id|integrity|data-[\w.-]+)(?:=(?:"([^"]*)"|'([^']*)'|([^\s"'<>]*)))?(?=\s|$)/gi;

/** @returns undefined for what is none, or has more to it. */
export function parseScript(value: string): OtherOrigins["analytics"] {
  const [src = ""] = value.split(/\s/, 1);
  const rest = value.slice(src.length).replaceAll(/\s(?:async|defer)(?=\s|$)/g, "");
  const url = /^https?:/.test(src) ? URL.parse(src) : null;
  if (!url || rest.replaceAll(ATTRIBUTE, "").trim() !== "") return undefined;
  const attributes = [...rest.matchAll(ATTRIBUTE)].map(([, name = "", ...values]) => [
    name.toLowerCase(),
    values.find((given) => given !== undefined) ?? "",
  ]);
  return { src: url.href, attributes: Object.fromEntries(attributes) };
}
