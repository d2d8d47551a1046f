/** The sample with each of its sentences changed, so that a test finds hard-coded texts, and texts that do not fit. */
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
  // No words either: a service's value, which is stored, and a section's id, which is an address.
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

/** Texts in brackets, and a Greek locale: the platform's dates and names have no Latin letters. */
export function pseudoFolder(): typeof sample {
  const { texts } = wrappedFolder((text) => `⟦${text}⟧`);
  const site = { ...parse(texts["site.yaml"] ?? ""), locale: "el-GR" };
  return { ...sample, texts: { ...texts, "site.yaml": JSON.stringify(site) } };
}
