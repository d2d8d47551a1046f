/** Reads the values of arguments and options. A value that cannot be read is a mistake of usage: exit code 2. */
import { InvalidArgumentError } from "commander";
import { isEmailAddress } from "../contract/validation.ts";
import { parseUuid } from "../server/leads/uuid.ts";

/** A reader of whole numbers in a range. */
export function wholeNumber(min: number, max: number): (value: string) => number {
  return (value) => {
    const number = Number(value);
    if (/^\d+$/.test(value) && number >= min && number <= max) return number;
    throw new InvalidArgumentError(`It must be a whole number from ${min} to ${max}.`);
  };
}

/** The id of a lead: whole, or at least six of its last letters. */
export function idArgument(value: string): string {
  const id = value.trim().toLowerCase();
  if (parseUuid(id) !== undefined || /^[0-9a-f]{6,12}$/.test(id)) return id;
  throw new InvalidArgumentError(
    "Ids have 36 characters, of which the last 6 are enough; copy one from a list.",
  );
}

export function deliveryIdArgument(value: string): string {
  const id = parseUuid(value.trim());
  if (id !== undefined) return id;
  throw new InvalidArgumentError("Ids have 36 characters; copy one from a list.");
}

export function emailArgument(value: string): string {
  if (isEmailAddress(value)) return value.toLowerCase();
  throw new InvalidArgumentError("It must be one address like you@example.com.");
}
