/** The `Prefer` header. Source: RFC 7240; PostgREST docs, "Prefer Header". */
import { invalidPreferences } from "./errors.ts";

type Preference = "resolution" | "missing" | "return" | "count" | "tx" | "handling";

/** The preferences that PostgREST knows, in the order in which `Preference-Applied` names them. */
const VALUES: Record<Preference, readonly string[]> = {
  resolution: ["merge-duplicates", "ignore-duplicates"],
  missing: ["default", "null"],
  return: ["representation", "minimal", "headers-only"],
  count: ["exact", "planned", "estimated"],
  tx: ["commit", "rollback"],
  handling: ["strict", "lenient"],
};

export type Preferences = Partial<Record<Preference, string>>;

/** Which preferences have an effect on reading and on inserting. `tx` is off, as it is by default. */
const EFFECTIVE: Record<"read" | "insert", readonly Preference[]> = {
  read: ["count", "handling"],
  insert: ["missing", "return", "count", "handling"],
};

const names = Object.keys(VALUES).filter(isPreference);

/**
 * Reads the header; of two values for one preference the first holds.
 *
 * @throws {RestError} PGRST122 when `handling=strict` comes with a preference that is not known.
 */
export function parsePrefer(header: string | undefined): Preferences {
  const preferences: Preferences = {};
  const unknown: string[] = [];
  for (const text of (header ?? "").split(",").map((item) => item.trim())) {
    const [name = "", value = ""] = text.split("=");
    if (isPreference(name) && VALUES[name].includes(value)) preferences[name] ??= value;
    // Without an effect on this table, but not unknown.
    else if (text !== "" && name !== "max-affected") unknown.push(text);
  }
  if (preferences.handling === "strict" && unknown.length > 0) throw invalidPreferences(unknown);
  return preferences;
}

/** The value of `Preference-Applied`; undefined when none had an effect. */
export function preferenceApplied(preferences: Preferences, action: "read" | "insert"): string | undefined {
  const applied = names.filter((name) => EFFECTIVE[action].includes(name) && preferences[name] !== undefined);
  return applied.length === 0 ? undefined : applied.map((name) => `${name}=${preferences[name]}`).join(", ");
}

function isPreference(name: string): name is Preference {
  return Object.hasOwn(VALUES, name);
}
