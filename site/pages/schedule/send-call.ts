import { SCHEDULE_PATH } from "../../../contract/http/routes.ts";
import { keepOwnCall } from "../../booked-call.ts";
import { FORM_ITEMS, keepItem, readItem } from "../../tab-storage.ts";
import { post, type Answer, type Sending } from "../book-call/send-lead.ts";
import { announceStored } from "../book-call/use-lead-form.ts";

const HEADERS = { Accept: "application/json" };

/** Over a reload, the tab's storage keeps a form whose answer was lost. */
const keepUnanswered = (form: string) => keepItem(FORM_ITEMS.unanswered, form);

/**
 * Not async, so that it throws if it cannot make
 * the request. The browser then posts the form.
 */
export function sendCall(sending: Sending): Promise<Answer> {
  const fields = new URLSearchParams();
  for (const [name, value] of new FormData(sending.form))
    if (typeof value === "string") fields.append(name, value);
  const answering = post(sending.form.action, HEADERS, fields, sending);
  const earlier = readItem(FORM_ITEMS.unanswered);
  keepUnanswered(fields.toString());
  return answering.then(async (answer) => {
    if (answer.kind === "failed") {
      if (answer.isUnclear) return answer;
      keepUnanswered(earlier);
      // The server stored the lead without a call.
      // Perhaps an earlier attempt booked the call.
      if (answer.location !== undefined)
        await openBooked(fields.get("startsAt")).catch(console.error);
    }
    return openPage(answer, fields);
  });
}

/**
 * Sends an unanswered form for this time again. The server
 * answers a repeated form with the same answer, so if the form
 * booked a call, this function opens the page of the call.
 */
export async function openBooked(startsAt: string | null): Promise<void> {
  const body = new URLSearchParams(readItem(FORM_ITEMS.unanswered));
  if (body.get("startsAt") !== startsAt) return;
  const answer = await fetch(SCHEDULE_PATH, {
    method: "POST",
    headers: HEADERS,
    body,
  });
  if (!answer.ok) return;
  const { location: page }: { location?: string } = await answer.json();
  await openPage({ kind: "submitted", location: page }, body);
}

/**
 * Opens the answer's page. If the call was not
 * booked, the tab keeps the draft for Back.
 */
function openPage(
  answer: Answer,
  fields: URLSearchParams,
): Answer | Promise<never> {
  const { kind, location: page } = answer;
  if (page === undefined) return answer;
  keepUnanswered("");
  announceStored(kind === "submitted");
  const { startsAt = "", zone = "" } = Object.fromEntries(fields);
  if (page.endsWith("&booked"))
    keepOwnCall({ startsAt, zone, path: page.replace("&booked", "") });
  location.replace(page);
  return new Promise<never>(() => undefined);
}
