/** The sample with each of its sentences between ⟦ and ⟧, so that a test finds what stands in code. */
import { parse } from "yaml";
import { sample } from "../content.ts";

/** Names of fields that hold a name, an address or a choice. */
const NO_WORDS =
  /^(?:locale|colors|confirmed|siteUrl|contactEmail|contactPhone|schedulingUrl|logo|href|page|icon|drawing|lamp|picture|workingHours)$/;

function wrapped(value: unknown, isChoice = false): unknown {
  if (typeof value === "string") return isChoice ? value : `⟦${value}⟧`;
  if (Array.isArray(value)) return value.map((one) => wrapped(one, isChoice));
  if (typeof value !== "object" || value === null) return value;
  // The value of a service is stored, the id of a section is an address.
  const choice = { "value label": "value", "label id": "id" }[Object.keys(value).join(" ")];
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      wrapped(inner, isChoice || NO_WORDS.test(name) || name === choice),
    ]),
  );
}

/** In Greek, whose letters are only in what the platform writes. */
export function pseudoFolder(): typeof sample {
  const texts = Object.fromEntries(
    Object.entries(sample.texts).map(([file, text]) => [
      file,
      file.endsWith(".yaml") ? JSON.stringify(wrapped(parse(text))) : text,
    ]),
  );
  const site = { ...parse(texts["site.yaml"] ?? ""), locale: "el-GR" };
  return { ...sample, texts: { ...texts, "site.yaml": JSON.stringify(site) } };
}
