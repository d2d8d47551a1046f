/** The `Prefer` header. Source: RFC 7240; PostgREST docs, "Prefer Header". */
import { invalidPreferences, notImplemented } from "./errors.ts";
import { invalidTimeZone } from "./postgres-errors.ts";
import { isTimeZone } from "./times.ts";

type Listed = "resolution" | "missing" | "return" | "count" | "tx" | "handling";
type Preference = Listed | "timezone";

/** The preferences that PostgREST knows, in the order in which `Preference-Applied` names them. */
const VALUES: Record<Listed, readonly string[]> = {
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
  read: ["count", "handling", "timezone"],
  insert: ["missing", "return", "count", "handling", "timezone"],
};

/** What has no effect on this table, and is not unknown either: it limits updates and deletes. */
const MAX_AFFECTED = "max-affected=";

/**
 * Reads the header; of two values for one preference the first holds.
 *
 * @param header several headers joined by commas.
 * @throws {RestError} PGRST122 when `handling=strict` comes with a preference that is not known.
 */
export function parsePrefer(header: string | undefined): Preferences {
  const preferences: Preferences = {};
  const unknown: string[] = [];
  for (const text of (header ?? "").split(",").map((item) => item.trim())) {
    const at = text.indexOf("=");
    const [name, value] = [text.slice(0, at), text.slice(at + 1)];
    if (isListed(name) && VALUES[name].includes(value)) preferences[name] ??= value;
    else if (name === "timezone") preferences.timezone ??= value;
    else if (text !== "" && !text.startsWith(MAX_AFFECTED)) unknown.push(text);
  }
  if (preferences.handling === "strict" && unknown.length > 0) throw invalidPreferences(unknown);
  return preferences;
}

/**
 * The time zone in which times are shown and, without an offset, read.
 *
 * @throws {RestError} 22023 for a name that is none, PGRST127 for an offset.
 */
export function timeZone({ timezone = "UTC" }: Preferences): string {
  if (/^[+-]?\d/.test(timezone)) throw notImplemented("A time zone is given by its name.");
  if (!isTimeZone(timezone)) throw invalidTimeZone(timezone);
  return timezone;
}

/** The value of `Preference-Applied`; undefined when none had an effect. */
export function preferenceApplied(preferences: Preferences, action: "read" | "insert"): string | undefined {
  const applied = EFFECTIVE[action].filter((name) => preferences[name] !== undefined);
  return applied.length === 0 ? undefined : applied.map((name) => `${name}=${preferences[name]}`).join(", ");
}

function isListed(name: string): name is Listed {
  return Object.hasOwn(VALUES, name);
}
