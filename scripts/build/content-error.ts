/** Content that cannot be built. The message has a line for every field or file that is wrong. */
export class ContentError extends Error {
  override name = "ContentError";
}
