/** The sample with each of its sentences changed, so that a test finds what stands in code, or does not fit. */
import { parse } from "yaml";
import { sample } from "../content.ts";

/** Names of fields that hold a name, an address or a choice. */
const NO_WORDS =
  /^(?:locale|colors|confirmed|siteUrl|contactEmail|contactPhone|schedulingUrl|logo|href|page|icon|drawing|lamp|picture|workingHours)$/;

/** @param name the field that holds the text */
type Wrap = (text: string, name: string) => string;

function wrapped(wrap: Wrap, value: unknown, name = "", isChoice = false): unknown {
  if (typeof value === "string") return isChoice ? value : wrap(value, name);
  if (Array.isArray(value)) return value.map((one) => wrapped(wrap, one, name, isChoice));
  if (typeof value !== "object" || value === null) return value;
  // The value of a service is stored, the id of a section is an address.
  const choice = { "value label": "value", "label id": "id" }[Object.keys(value).join(" ")];
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      wrapped(wrap, inner, key, isChoice || NO_WORDS.test(key) || key === choice),
    ]),
  );
}

/** @returns the sample with another text in the place of each sentence */
export function wrappedFolder(wrap: Wrap): typeof sample {
  const files = Object.entries(sample.texts).map(([file, text]) => [
    file,
    file.endsWith(".yaml") ? JSON.stringify(wrapped(wrap, parse(text))) : text,
  ]);
  return { ...sample, texts: Object.fromEntries(files) };
}

/** In Greek, so that what the platform writes has no Latin letters: dates, numbers and names. */
export function pseudoFolder(): typeof sample {
  const { texts } = wrappedFolder((text) => `⟦${text}⟧`);
  const site = { ...parse(texts["site.yaml"] ?? ""), locale: "el-GR" };
  return { ...sample, texts: { ...texts, "site.yaml": JSON.stringify(site) } };
}
