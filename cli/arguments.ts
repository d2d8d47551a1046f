/** Parses arguments: ids and persons. */
import { OperatorError } from "../server/settings/operator-error.ts";
import { InvalidArgumentError } from "commander";
import { addressOf, phoneOf } from "../contract/lead.ts";
import type { LeadDetail } from "../contract/leads-admin.ts";
import { cleanEmail } from "../contract/typed-text.ts";
import { isEmailAddress } from "../contract/validation.ts";
import { parseUuid } from "../server/leads/uuid.ts";
import { readLeadsAfter, readPerson } from "../server/leads/read-lead.ts";
import type { Database } from "../server/store/database.ts";
import { okValue } from "./context.ts";

/** The id of a lead. */
export function idArgument(value: string): string {
  const id = parseUuid(value.trim());
  if (id !== undefined) return id;
  throw new InvalidArgumentError("Ids have 36 characters. Copy one from a list.");
}

/** Names a person by an address, or by the number of a caller without one. */
export function personArgument(value: string): string {
  const email = cleanEmail(addressOf(value));
  if (isEmailAddress(email)) return email;
  throw new InvalidArgumentError("It must be one address like you@example.com.");
}

const LEADS_AT_ONCE = 200;

/** All leads. */
export async function* batches(store: Database): AsyncGenerator<readonly LeadDetail[]> {
  let id: string | undefined;
  for (;;) {
    const leads = okValue(await readLeadsAfter(store, { id, size: LEADS_AT_ONCE }));
    if (leads.length === 0) return;
    yield leads;
    id = leads.at(-1)?.lead.id;
  }
}

/** All leads of a person. @throws {OperatorError} if there are none, or if callers have the number with a country's code only */
export async function leadsOf(store: Database, email: string): Promise<readonly LeadDetail[]> {
  const { leads, numbers } = okValue(await readPerson(store, email));
  if (leads.length === 0)
    throw new OperatorError(`No lead came from this ${phoneOf(email) === undefined ? "address" : "number"}.`);
  if (numbers.length === 0) return leads;
  throw new OperatorError(
    `This number may be another person's in each country. Name one with its code: ${numbers.join(", ")}.`,
  );
}
