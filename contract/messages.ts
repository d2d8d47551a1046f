/** The server's sentences for visitors; those about a field are beside it. */
import * as v from "valibot";
import { says } from "./placeholders.ts";

export const MessagesSchema = v.object({
  ...says("notText", "bodyTooLarge", "keyReused", "keyUnusable", "storeUnavailable"),
  ...says("tooManyRequests", "tooBusy", "alreadyStored", "noCall", "linkGone", "unexpected"),
});
export type Messages = v.InferOutput<typeof MessagesSchema>;

export const TestLeadSchema = v.object(says("name", "company", "problems"));
