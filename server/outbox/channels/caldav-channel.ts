/**
 * Keeps the calls in the agency's calendar: each is one event of a CalDAV collection, written, moved or removed. It names
 * nobody as ORGANIZER or ATTENDEE, since servers write to these. Source: RFC 4791, 5.3; RFC 9110, 13.1.
 */
import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";
import { text } from "node:stream/consumers";
import { codeOf, reasonOf } from "../../../contract/error-code.ts";
import type { Outgoing } from "../../../contract/delivery.ts";
import type { Env } from "../../configuration/env.ts";
import { basicAuth, requestFollowing, type Reach } from "../../network/checked-host.ts";
import type { Channel, SendResult } from "../outbox.ts";
import { callForAgency, withPage } from "./mail/call-mail.ts";
import { entry } from "./mail/invitation.ts";
import type { MailSettings } from "./settings.ts";
import { discard } from "./webhook-channel.ts";

interface CalendarServer extends Reach {
  caldav: Env["outbox"]["caldav"];
}

interface CaldavSettings extends CalendarServer {
  mail: MailSettings;
  /** The longest that one attempt may take. Milliseconds; 8 seconds unless said otherwise. */
  timeoutMs?: number;
}

interface Message {
  method: "GET" | "PUT" | "DELETE" | "PROPFIND";
  headers?: Record<string, string>;
  body?: string;
}

/** Shorter than that of other channels: the next event of the same lead waits meanwhile. */
const TIMEOUT_MS = 8_000;
/** An event can be changed by somebody else between reading its ETag and writing it. */
const MOST_WRITES = 3;
const REMOVED = new Set([404, 410]);

/** A redirect that must not be followed, or the like. The message is the reason. */
class Refused extends Error {}

const UNREACHED = {
  private: "The calendar's address is not on the public internet.",
  forbidden: "The calendar's server sends the site on to a stranger. Set the final address.",
  endless: "The calendar's server sends the site on without end.",
};

/** @returns an answer to be read or discarded */
async function requestCalendar(
  { caldav, ...reach }: CalendarServer,
  path: string,
  message: Message,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  if (!caldav) throw new Refused("CALDAV_URL is not set any more.");
  const { href, hostname } = new URL(path, caldav.url);
  const { method, body = "" } = message;
  const headers = {
    ...message.headers,
    authorization: basicAuth(caldav),
    "content-length": String(Buffer.byteLength(body)),
    "user-agent": "Nightshift",
  };
  const mayGo = (host: string) => isNeighbor(host, hostname);
  const response = await requestFollowing(href, reach, { method, headers, signal }, body, mayGo);
  if (typeof response === "string") throw new Refused(UNREACHED[response]);
  return response;
}

/** Source: RFC 4918, 9.1; a calendar says that it is one, and the folder of several does not (RFC 4791, 4.2). */
const KIND = {
  method: "PROPFIND",
  headers: { depth: "0", "content-type": "application/xml; charset=utf-8" },
  body: '<propfind xmlns="DAV:"><prop><resourcetype/></prop></propfind>',
} as const;
const IS_CALENDAR = /<(?:[\w-]+:)?calendar[\s/>]/;

/** Asks the server what is at the address, and writes nothing. @returns what is wrong, as a sentence; undefined: it is a calendar */
export async function findCalendarFault(server: CalendarServer): Promise<string | undefined> {
  try {
    const response = await requestCalendar(server, "", KIND, AbortSignal.timeout(TIMEOUT_MS));
    const { statusCode: status = 0 } = response;
    if (status === 207)
      return IS_CALENDAR.test(await text(response))
        ? undefined
        : "No calendar is at this address. Set the address of one calendar, not that of the account.";
    response.destroy();
    if (status === 401 || status === 403)
      return `The calendar's server answers ${status}: it refuses the user name or the password. Write an app password, and percent-encode special characters.`;
    if (REMOVED.has(status))
      return `The calendar's server answers ${status}: nothing is at this address. Copy it from the calendar's settings.`;
    return `The calendar's server answers ${status}, as no CalDAV server does. Copy the address from the calendar's settings.`;
  } catch (error) {
    if (error instanceof Refused) return error.message;
    return `The calendar's server does not answer (${reasonOf(error)}).`;
  }
}

export function createCaldavChannel(settings: CaldavSettings): Channel {
  const { caldav, mail, timeoutMs = TIMEOUT_MS } = settings;
  const closing = new AbortController();

  async function request(path: string, message: Message, signal: AbortSignal): Promise<IncomingMessage> {
    const response = await requestCalendar(settings, path, message, signal);
    discard(response);
    return response;
  }

  /** Writes over what is there: what the calendar has is older, or changed by a person, and the call is as it is here. */
  async function write(path: string, body: string, signal: AbortSignal): Promise<number> {
    let status = 0;
    let condition: Record<string, string> = { "if-none-match": "*" };
    for (let writes = 0; writes < MOST_WRITES; writes++) {
      const headers = { ...condition, "content-type": "text/calendar; charset=utf-8" };
      ({ statusCode: status = 0 } = await request(path, { method: "PUT", headers, body }, signal));
      if (status !== 412) return status;
      const { etag } = (await request(path, { method: "GET" }, signal)).headers;
      condition = etag === undefined ? { "if-none-match": "*" } : { "if-match": etag };
    }
    return status;
  }

  async function attempt(work: (signal: AbortSignal) => Promise<number>): Promise<SendResult> {
    const timeout = AbortSignal.timeout(timeoutMs);
    try {
      const status = await work(AbortSignal.any([timeout, closing.signal]));
      return status >= 200 && status < 300
        ? { kind: "sent" }
        : { kind: "retry", reason: `The calendar's server answered ${status}.` };
    } catch (error) {
      if (error instanceof Refused) return { kind: caldav ? "retry" : "refused", reason: error.message };
      if (timeout.aborted) return { kind: "retry", reason: "The calendar's server took too long." };
      if (closing.signal.aborted) return { kind: "retry", reason: "The attempt was cut off by a shutdown." };
      const code = codeOf(error);
      if (code === undefined) throw error;
      return { kind: "retry", reason: `The connection to the calendar's server failed (${code}).` };
    }
  }

  return {
    send({ event, lead }: Outgoing): Promise<SendResult> {
      const booking = event?.booking;
      if (!booking) throw new Error("An event of the calendar has no call.");
      const path = `${booking.id}.ics`;
      return attempt(async (signal) => {
        if (booking.state !== "cancelled")
          return write(path, entry(withPage(callForAgency({ booking, lead }, mail), lead, mail)), signal);
        const { statusCode: status = 0 } = await request(path, { method: "DELETE" }, signal);
        return REMOVED.has(status) ? 204 : status;
      });
    },
    close: async () => closing.abort(),
  };
}

/** The same host, or one beside or below it, as iCloud has: nobody else gets the password. */
function isNeighbor(host: string, first: string): boolean {
  const labels = first.split(".");
  const domain = labels.length > 2 ? labels.slice(1).join(".") : first;
  return host === first || (isIP(first) === 0 && host.endsWith(`.${domain}`));
}
