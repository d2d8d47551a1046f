import { OperatorError } from "../configuration/operator-error.ts";

/** Content that cannot be built. The message has a line for each wrong field or file. */
export class ContentError extends OperatorError {}
