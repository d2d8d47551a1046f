import { codeOf, messageOf } from "./error-code.ts";

/**
 * An error whose message has whole sentences
 * for the operator, and shows no secret.
 */
export class OperatorError extends Error {}

/**
 * Prints an `OperatorError` or a system error,
 * and exits with 1. @throws any other error
 */
export async function runProgram(program: () => unknown): Promise<void> {
  try {
    await program();
  } catch (error) {
    if (!isForOperator(error)) throw error;
    console.error(messageOf(error));
    process.exitCode = 1;
  }
}

export const isForOperator = (error: unknown): boolean =>
  error instanceof OperatorError || codeOf(error) !== undefined;
