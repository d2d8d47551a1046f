/**
 * Texts a visitor's number through Twilio, or what takes the same form: a POST without an idempotency key. So a text that
 * may have been accepted is never sent again. Source: Twilio, "Messages resource", "Error and warning dictionary".
 */
import type { IncomingMessage } from "node:http";
import * as v from "valibot";
import type { Outgoing } from "../../../contract/delivery.ts";
import { codeOf } from "../../../contract/error-code.ts";
import { briefTime, timeOfDay } from "../../../contract/locale/times.ts";
import { fillIn } from "../../../contract/placeholders.ts";
import { isQuiet } from "../../../contract/text-messages.ts";
import type { Env } from "../../configuration/env.ts";
import {
  basicAuth,
  requestTo,
  resolveByMachine,
  resolvePublic,
  type Reach,
} from "../../network/checked-host.ts";
import type { Channel, SendResult } from "../outbox.ts";
import type { MailSettings } from "./settings.ts";
import { discard, MAX_ANSWER_BYTES, readRetryAfter } from "./webhook-channel.ts";

interface TextSettings extends Reach {
  sms: Env["outbox"]["sms"];
  mail: Pick<MailSettings, "content" | "site" | "locale" | "now">;
  /** The longest that one attempt may take. Milliseconds; 15 seconds unless said otherwise. */
  timeoutMs?: number;
}

const TIMEOUT_MS = 15_000;
/** The service drops a text that it could not send in time; it waits four hours at most. Seconds. */
const LONGEST_VALIDITY = 4 * 60 * 60;

/** Errors of a connection that never carried the text. */
const NOT_CONNECTED =
  /^(?:ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|ERR_TLS_|CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_)/;

/** Answers that accept nothing, and that a repaired setting or time will change. */
const REFUSED_FOR_NOW = [401, 403, 404, 429];
const OPTED_OUT = 21_610;

const ErrorSchema = v.pipe(v.string(), v.parseJson(), v.object({ code: v.number() }));

export function createTextChannel({ sms, allowHosts, mail, ...more }: TextSettings): Channel {
  const { timeoutMs = TIMEOUT_MS, resolve = resolveByMachine } = more;
  const closing = new AbortController();

  async function post(form: URLSearchParams, parts: number): Promise<SendResult> {
    if (!sms) return { kind: "refused", reason: "SMS_URL is not set any more." };
    const signal = AbortSignal.any([AbortSignal.timeout(timeoutMs), closing.signal]);
    const url = new URL(sms.url);
    const addresses = await resolvePublic(url, allowHosts, resolve, signal).catch(() => "unknown" as const);
    if (addresses === "unknown")
      return { kind: "retry", reason: "The text service's name was not resolved." };
    if (!addresses) return { kind: "refused", reason: "The text service is not on the public internet." };
    const body = String(form);
    const headers = {
      ...(sms.user + sms.password !== "" && { authorization: basicAuth(sms) }),
      "content-type": "application/x-www-form-urlencoded",
      "content-length": String(Buffer.byteLength(body)),
      "user-agent": "Nightshift",
    };
    try {
      const response = await requestTo(url, addresses, { method: "POST", headers, signal }, body);
      return await resultOf(response, parts, mail.now());
    } catch (error) {
      const code = codeOf(error) ?? "";
      if (NOT_CONNECTED.test(code))
        return { kind: "retry", reason: `The connection to the text service failed (${code}).` };
      return unknown(
        signal.aborted ? "The text service took too long" : `The connection broke off (${code})`,
      );
    }
  }

  return {
    async send({ kind, target, event }: Outgoing): Promise<SendResult> {
      const booking = event?.booking;
      if (!booking) throw new Error("A text has no call.");
      const { startsAt, endsAt, zone } = booking;
      const { content, site, locale, now } = mail;
      if (isQuiet(new Date(now()).toISOString(), zone))
        return { kind: "refused", reason: "It is a quiet hour for the visitor." };
      const isLate = kind === "text-late";
      const text = plainText(
        fillIn(content.texts[isLate ? "late" : "reminder"], {
          brand: site.brandName,
          moment: briefTime(startsAt, zone, locale),
          clock: timeOfDay(startsAt, zone, locale),
        }),
      );
      const seconds = Math.floor((Date.parse(isLate ? endsAt : startsAt) - now()) / 1000);
      const validity = Math.min(Math.max(seconds, 1), LONGEST_VALIDITY);
      const fields = [
        ["To", target],
        ["Body", text],
        ["ValidityPeriod", String(validity)],
      ];
      return post(new URLSearchParams([...(sms?.sender ?? []), ...fields]), partsOf(text));
    },
    close: async () => closing.abort(),
  };
}

const unknown = (what: string): SendResult => ({
  kind: "refused",
  reason: `${what}, so the text may have been sent. It is not sent again.`,
});

async function resultOf(response: IncomingMessage, parts: number, now: number): Promise<SendResult> {
  const { statusCode: status = 0, headers } = response;
  if (status >= 400 && status < 500) {
    const code = await errorIn(response);
    const answer = `${status}${code === undefined ? "" : `, error ${code}`}`;
    if (code === OPTED_OUT) return { kind: "gone", reason: `The number's owner wants no texts (${answer}).` };
    if (!REFUSED_FOR_NOW.includes(status))
      return { kind: "refused", reason: `The text service refused it (${answer}).` };
    const reason = `The text service refused it for now (${answer}).`;
    const retryAfterMs = readRetryAfter(headers["retry-after"], now);
    return { kind: "retry", reason, ...(retryAfterMs !== undefined && { retryAfterMs }) };
  }
  discard(response);
  if (status >= 200 && status < 300) return { kind: "sent", parts };
  return unknown(`The text service answered ${status}`);
}

/** The number of the error in the beginning of an answer; undefined without one. */
async function errorIn(response: IncomingMessage): Promise<number | undefined> {
  let text = "";
  try {
    for await (const chunk of response) {
      text += String(chunk);
      if (text.length > MAX_ANSWER_BYTES) break;
    }
  } catch {
    // It was cut off; the status is known.
  }
  const read = v.safeParse(ErrorSchema, text);
  return read.success ? read.output.code : undefined;
}

/** The alphabet of seven bits; the characters of the second one count twice. */
const SEVEN_BITS =
  /^[\n\r !"#$%&'()*+,\-./0-9:;<=>?@A-Z_a-z¡£¤¥§¿ÄÅÆÇÉÑÖØÜßàäåæèéìñòöøùüΓΔΘΛΞΠΣΦΨΩ^{}\\[~\]|€\f]*$/;
const TWICE = /[\^{}\\[~\]|€\f]/g;

/** The most characters of one text, and of a part of a longer one, which begins with its place. */
const MOST = { sevenBits: [160, 153], wide: [70, 67] } as const;

/** The parts that a text is billed as. Source: 3GPP TS 23.038, 6.2.1; 23.040, 9.2.3.24. */
export function partsOf(text: string): number {
  const isNarrow = SEVEN_BITS.test(text);
  const length = isNarrow ? text.replaceAll(TWICE, "xx").length : text.length;
  const [alone, each] = MOST[isNarrow ? "sevenBits" : "wide"];
  return length <= alone ? 1 : Math.ceil(length / each);
}

/** Spaces and signs that would make a text of the seven-bit alphabet cost more than twice as much. */
const PLAIN: Record<string, string> = {
  "\u00a0": " ",
  "\u202f": " ",
  "\u2019": "'",
  "\u2013": "-",
  "\u2026": "...",
};

export const plainText = (text: string): string =>
  text.replaceAll(/[\u00a0\u202f\u2019\u2013\u2026]/g, (sign) => PLAIN[sign] ?? sign);
