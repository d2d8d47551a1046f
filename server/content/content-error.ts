import { OperatorError } from "../settings/operator-error.ts";

/**
 * Content that cannot be built. The message
 * has a line for each wrong field or file.
 */
export class ContentError extends OperatorError {}

/**
 * Names the operator's folder in place of
 * `content/`. @param root undefined for the sample
 */
export function inFolder(sentence: string, root: string | undefined): string {
  return root === undefined
    ? sentence
    : sentence.replaceAll(/(?<![\w./-])content\//g, () => `${root}/`);
}
