import type { WriteStream } from "node:tty";

export function showProgress(
  what: string,
  detail?: () => string,
  stream?: Pick<WriteStream, "isTTY" | "columns" | "write">,
): () => void;
