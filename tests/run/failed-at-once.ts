/** A reporter of Vitest that shows a failure when it happens, and not only at the end. */
import type { Reporter, TestCase } from "vitest/node";

export default class FailedAtOnce implements Reporter {
  onTestCaseResult(test: TestCase): void {
    const { state, errors = [] } = test.result();
    if (state !== "failed") return;
    const said = errors.map(({ message, diff }) => [message, diff].filter(Boolean).join("\n"));
    console.log([`FAILED ${test.module.relativeModuleId}: ${test.fullName}`, ...said].join("\n"));
  }
}
