import { OperatorError } from "../settings/operator-error.ts";

/** Content that cannot be built. The message has a line for each wrong field or file. */
export class ContentError extends OperatorError {}

/**
 * Replaces `content/` in a sentence with the path of the operator's folder.
 * @param root the operator's folder; undefined for the sample, which is in `content/`
 */
export function inFolder(sentence: string, root: string | undefined): string {
  return root === undefined ? sentence : sentence.replaceAll(/(?<![\w./-])content\//g, () => `${root}/`);
}
