import { OperatorError } from "../settings/operator-error.ts";

/** Content that cannot be built. The message has a line for each wrong field or file. */
export class ContentError extends OperatorError {}

/** A sentence with the files of the own folder. @param root its path; undefined: the sample */
export function inFolder(sentence: string, root: string | undefined): string {
  return root === undefined ? sentence : sentence.replaceAll(/(?<![\w./-])content\//g, () => `${root}/`);
}
