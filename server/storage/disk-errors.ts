/** What the disk has against us, in words for the operator. */
import { codeOf } from "../../contract/error-code.ts";

const REASONS: Record<string, string> = {
  EACCES: "this user has no right to it",
  EDQUOT: "this user may take no more of the disk",
  EFBIG: "no file may grow so large",
  EIO: "the disk failed to read or write",
  EISDIR: "it is a folder",
  EMFILE: "too many files are open",
  ENOENT: "it is not there",
  ENOSPC: "the disk is full",
  ENOTDIR: "a part of its path is no folder",
  EPERM: "this user has no right to it",
  EROFS: "the disk may only be read",
};

/**
 * A sentence for an error of the file system; undefined for any other.
 *
 * @param folder named where the error does not say which file it was.
 */
export function diskSentence(error: unknown, folder = "The data folder"): string | undefined {
  const code = codeOf(error);
  if (!(error instanceof Error) || code === undefined) return undefined;
  const isNameless = "syscall" in error && ["write", "fsync"].includes(String(error.syscall));
  if (!("path" in error) && !isNameless) return undefined;
  const path = "path" in error ? String(error.path) : folder;
  return `${path} cannot be used: ${REASONS[code] ?? code}.`;
}
