import type { WriteStream } from "node:tty";

export function showProgress(
  what: string,
  stream?: Pick<WriteStream, "isTTY" | "columns" | "write">,
): () => void;
