/** Takes STOP and START from the text service, which signs them. Source: Twilio, "Webhooks security", "Support for opt-out keywords". */
import { createHmac } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { TEXT_REPLIES_PATH } from "../../contract/routes.ts";
import type { Store } from "../storage/operations.ts";
import { STORE_RETRY_SECONDS } from "../storage/store.ts";
import type { LeadFormParts } from "./book-call-form.ts";
import { parseFormBody } from "./forms.ts";
import { createIsKey } from "./secret-key.ts";

interface TextRepliesParts extends Pick<LeadFormParts, "site" | "limits" | "sendErrorPage"> {
  /** The password of SMS_URL: the service signs with it. */
  token: string;
  store: Pick<Store, "run">;
  now: () => number;
}

/** At the start of a reply, whatever follows: "Stop, please" counts, too. */
const STOP = /^\W*(?:stop(?:p|all)?|unsubscribe|cancel|end|quit|revoke|opt-?out)\b/i;
/** The whole reply: a sentence that happens to begin so is no consent. */
const START = /^\W*(?:start|unstop|yes)\W*$/i;
const NUMBER = /^\+\d{7,15}$/;
/** No answer of ours: the service itself answers STOP, START and HELP. */
const NOTHING = '<?xml version="1.0" encoding="UTF-8"?><Response></Response>';

export async function textReplies(app: FastifyInstance, parts: TextRepliesParts): Promise<void> {
  const { site, limits, sendErrorPage, token, store, now } = parts;
  const address = new URL(TEXT_REPLIES_PATH, site.manifest.site.siteUrl).href;

  app.post(TEXT_REPLIES_PATH, async (request, reply) => {
    const taken = await limits.requests(request.ip);
    if (taken.kind !== "taken") return sendErrorPage(request, reply, taken);
    const fields = Buffer.isBuffer(request.body) ? parseFormBody(request.body) : undefined;
    if (!fields) return sendErrorPage(request, reply, 400);
    const signature = String(request.headers["x-twilio-signature"] ?? "");
    if (!createIsKey(signatureOf(address, fields, token))(signature)) {
      request.log.warn(
        { address },
        "a reply to a text was refused: its signature is not of this address and SMS_URL",
      );
      return sendErrorPage(request, reply, 403);
    }
    reply.type("text/xml; charset=utf-8").header("cache-control", "no-store");
    const number = fields.get("From") ?? "";
    const [said, kind] = [fields.get("Body") ?? "", fields.get("OptOutType")];
    const stops = kind === "STOP" || STOP.test(said);
    if (!NUMBER.test(number) || !(stops || kind === "START" || START.test(said))) return reply.send(NOTHING);
    const stoppedAt = stops ? new Date(now()).toISOString() : undefined;
    const chosen = await store.run("chooseTexts", { number, stoppedAt });
    if (chosen.kind !== "unavailable") return reply.send(NOTHING);
    request.log.error({ reason: chosen.reason }, "a reply to a text could not be stored");
    return sendErrorPage(request, reply, { kind: "everybody", retryAfter: STORE_RETRY_SECONDS });
  });
}

/** Over the address and all fields in the order of their names. */
function signatureOf(address: string, fields: ReadonlyMap<string, string>, token: string): string {
  const named = [...fields].toSorted(([a], [b]) => (a < b ? -1 : 1)).flat();
  return createHmac("sha1", token)
    .update(address + named.join(""))
    .digest("base64");
}
