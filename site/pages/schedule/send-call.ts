import { keepOwnCall, type OwnCall } from "../../booked-call.ts";
import { CONFIRMED_FIELDS } from "../book-call/field.tsx";
import { post, type Answer, type Sending } from "../book-call/send-lead.ts";
import { announceStored } from "../book-call/use-lead-form.ts";

/** Sends the form's texts. A repeated attempt sends the same texts again. */
type Attempt = () => Promise<Answer>;

/** What a page knows from earlier attempts to send its form. */
export interface SentBefore {
  /** Texts that the server doubted. A key names the hidden field that confirms the text. */
  doubted: Map<string, string>;
  unanswered: Attempt[];
}

/** Not async, so that it throws if it cannot make the request. The browser then posts the form. */
export function sendCall(sending: Sending, call: Omit<OwnCall, "path">, before: SentBefore): Promise<Answer> {
  const fields = new URLSearchParams();
  for (const [name, value] of new FormData(sending.form))
    if (typeof value === "string") fields.append(name, value);
  for (const [name, text] of before.doubted) fields.set(name, text);
  const attempt = () => post(sending.form.action, { Accept: "application/json" }, fields, sending);
  const answering = attempt();
  return settle(answering, fields, attempt, before).then((answer) => openPage(answer, call));
}

async function settle(
  answering: Promise<Answer>,
  fields: URLSearchParams,
  attempt: Attempt,
  { doubted, unanswered }: SentBefore,
): Promise<Answer> {
  const answer = await answering;
  if (answer.kind === "submitted") return answer;
  for (const { input } of answer.problems) {
    const confirmed = CONFIRMED_FIELDS[input];
    if (confirmed !== undefined) doubted.set(confirmed, fields.get(input) ?? "");
  }
  if (answer.isUnclear) unanswered.push(attempt);
  // The server stored the lead without a call. Perhaps an earlier attempt booked the call, and its
  // answer was lost. The server answers a repeated attempt with the same answer.
  else if (answer.location !== undefined)
    for (const repeat of unanswered) {
      const earlier = await repeat();
      if (earlier.kind === "submitted") return earlier;
    }
  return answer;
}

/** Opens the answer's page. If the call was not booked, the tab keeps the draft for Back. */
function openPage(answer: Answer, call: Omit<OwnCall, "path">): Answer | Promise<never> {
  const { kind, location: page } = answer;
  if (page === undefined) return answer;
  announceStored(kind === "submitted");
  if (page.endsWith("&booked")) keepOwnCall({ ...call, path: page.replace("&booked", "") });
  location.replace(page);
  return new Promise<never>(() => undefined);
}
