/** An id as it is typed: whole, or the last letters of it that a list shows. */
import type { LeadsAdmin } from "../server/leads/leads-admin.ts";
import { parseUuid } from "../server/leads/uuid.ts";
import { Failure, valueOf } from "./context.ts";

/** The part of an id that a list shows. The first letters of an id are its time, the last are random. */
export function shortId(id: string): string {
  return id.slice(-8);
}

/** @throws {Failure} when the letters are of no lead, or of several */
export async function wholeId(admin: LeadsAdmin, given: string): Promise<string> {
  const whole = parseUuid(given);
  if (whole !== undefined) return whole;
  const found = valueOf(await admin.leadsAfter({ size: 2, ending: given }));
  const ids = found.map(({ lead }) => lead.id);
  return onlyId(ids, given, "lead");
}

/** @throws {Failure} when none of the ids ends like this, or several do */
export function onlyId(
  ids: readonly string[],
  ending: string,
  what: "lead" | "sign-in" | "call" | "closed time",
): string {
  const [id, another] = ids.filter((one) => one.endsWith(ending));
  if (another) throw new Failure(`Several ${what}s have an id that ends like this. Give more of it.`);
  if (!id) throw new Failure(`There is no ${what} with this id.`);
  return id;
}
