import { OperatorError } from "../server/settings/operator-error.ts";
import { InvalidArgumentError } from "commander";
import { addressOf, phoneOf } from "../contract/lead/lead.ts";
import type { LeadDetail } from "../contract/inbox/leads-admin.ts";
import { cleanEmail } from "../contract/lead/mailbox.ts";
import { isEmailAddress } from "../contract/lead/validation.ts";
import { idsWithEnd, readLead, readPerson } from "../server/leads/read-lead.ts";
import type { Database } from "../server/store/database.ts";

/** @returns an email address or a phone number, in the form that the column `email` has */
export function personArgument(value: string): string {
  const email = cleanEmail(addressOf(value));
  if (isEmailAddress(email)) return email;
  throw new InvalidArgumentError(
    "It must be one address like you@example.com, or a phone number.",
  );
}

/** @param end of the lead's id, or the id @throws {OperatorError} unless exactly one id has it */
export async function leadWith(
  store: Database,
  end: string,
): Promise<LeadDetail> {
  const [id, another] = await idsWithEnd(store, end);
  if (another)
    throw new OperatorError("Several ids end like this: name a whole one.");
  const detail = id && (await readLead(store, id));
  if (!detail) throw new OperatorError("There is no lead with this id.");
  return detail;
}

/**
 * @throws {OperatorError} if no lead came from `person`, or if `person` is a number that several
 * people may have, since it lacks its country's code
 */
export async function leadsOfPerson(
  store: Database,
  person: string,
): Promise<readonly LeadDetail[]> {
  const { leads, numbers } = await readPerson(store, person);
  const kind = phoneOf(person) === undefined ? "address" : "number";
  if (leads.length === 0)
    throw new OperatorError(`No lead came from this ${kind}.`);
  if (numbers.length === 0) return leads;
  throw new OperatorError(
    `Without a country's code this number may be another person's. Name one of: ${numbers.join(", ")}.`,
  );
}
