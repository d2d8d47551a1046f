/**
 * Node's error code, such as `ENOENT`; undefined for an error without a code.
 */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error &&
    "code" in error &&
    typeof error.code === "string"
    ? error.code
    : undefined;
}

/** Why a request failed: the code of its cause, or the kind of error. */
export function reasonOf(error: unknown): string {
  const cause =
    error instanceof Error && error.cause instanceof Error
      ? error.cause
      : error;
  return codeOf(cause) ?? (cause instanceof Error ? cause.name : String(cause));
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
