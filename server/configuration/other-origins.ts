/** The variables that let other origins' scripts, frames and connections into the public pages. */
import type { OtherOrigins } from "../../contract/other-origins.ts";
import { EnvError, origins, text, type EnvSource } from "./env-values.ts";

/** @throws {EnvError} naming the variable that cannot be used. */
export function parseOtherOrigins(source: EnvSource): OtherOrigins {
  const analytics = text(source, "ANALYTICS_SCRIPT");
  return {
    ...(analytics === undefined ? {} : { analytics: script(analytics) }),
    script: origins(source, "ALLOW_SCRIPT") ?? [],
    frame: origins(source, "ALLOW_FRAME") ?? [],
    connect: origins(source, "ALLOW_CONNECT") ?? [],
  };
}

/** An attribute that only says something; none that runs code. */
const ATTRIBUTE = /\s+(id|integrity|data-[\w.-]+)(?:=(?:"([^"]*)"|'([^']*)'|([^\s"'<>]*)))?(?=\s|$)/gi;

function script(value: string): NonNullable<OtherOrigins["analytics"]> {
  const [src = ""] = value.split(/\s/, 1);
  const rest = value.slice(src.length).replaceAll(/\s(?:async|defer)(?=\s|$)/g, "");
  if (!/^https?:/.test(src) || !URL.canParse(src) || rest.replaceAll(ATTRIBUTE, "").trim() !== "") {
    throw new EnvError(
      "ANALYTICS_SCRIPT",
      "must be the address of a script and then its data- attributes, like https://count.example/script.js data-site=agency.example.",
    );
  }
  const attributes = [...rest.matchAll(ATTRIBUTE)].map(([, name = "", ...values]) => [
    name.toLowerCase(),
    values.find((given) => given !== undefined) ?? "",
  ]);
  return { src: new URL(src).href, attributes: Object.fromEntries(attributes) };
}
