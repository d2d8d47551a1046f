/** Changes each sentence of the sample, so tests find hard-coded texts and texts that do not fit. */
import { parse } from "yaml";
import { sample } from "../content.ts";

const FIELDS_WITHOUT_WORDS =
  /^(?:locale|colors|confirmed|siteUrl|contactEmail|contactPhone|schedulingUrl|logo|href|page|icon|drawing|lamp|picture|workingHours)$/;

/** @param name the field that holds the text */
type Wrap = (text: string, name: string) => string;

function wrapped(
  wrap: Wrap,
  value: unknown,
  name = "",
  isChoice = false,
): unknown {
  if (typeof value === "string") return isChoice ? value : wrap(value, name);
  if (Array.isArray(value))
    return value.map((one) => wrapped(wrap, one, name, isChoice));
  if (typeof value !== "object" || value === null) return value;
  // A service's value is stored, and a section's id is part of an address: neither has words.
  const unchanged = { "value label": "value", "label id": "id" }[
    Object.keys(value).join(" ")
  ];
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      wrapped(
        wrap,
        inner,
        key,
        isChoice || FIELDS_WITHOUT_WORDS.test(key) || key === unchanged,
      ),
    ]),
  );
}

/** @returns the sample with the result of `wrap` in the place of each sentence */
function wrappedFolder(wrap: Wrap): typeof sample {
  const files = Object.entries(sample.texts).map(([file, text]) => [
    file,
    file.endsWith(".yaml") ? JSON.stringify(wrapped(wrap, parse(text))) : text,
  ]);
  return { ...sample, texts: Object.fromEntries(files) };
}

/** Puts texts in brackets and sets a Greek locale, whose dates and names have no Latin letters. */
export function pseudoFolder(): typeof sample {
  const { texts } = wrappedFolder((text) => `⟦${text}⟧`);
  const site = { ...parse(texts["site.yaml"] ?? ""), locale: "el-GR" };
  return { ...sample, texts: { ...texts, "site.yaml": JSON.stringify(site) } };
}
