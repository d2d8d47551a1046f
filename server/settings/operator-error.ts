/** Faults that the person who runs a program can mend, and how a program ends with one. */
import { codeOf, messageOf } from "../../contract/error-code.ts";

/** Its message is one or more whole sentences for that person, and shows no secret. */
export class OperatorError extends Error {}

/** Prints such a fault, or one of the disk, and makes the exit code 1. @throws {Error} any other */
export async function runProgram(program: () => unknown): Promise<void> {
  try {
    await program();
  } catch (error) {
    if (!(error instanceof OperatorError) && codeOf(error) === undefined) throw error;
    console.error(messageOf(error));
    process.exitCode = 1;
  }
}
