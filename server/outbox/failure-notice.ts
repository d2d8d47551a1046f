/** Reports in the log and to webhooks that mail has failed for an hour, or a mail to the agency was given up. */
import { randomUUID } from "node:crypto";
import type { SendResult } from "./channel.ts";
import type { DeliveryFailing } from "./channels/webhook/events.ts";
import type { Outbox } from "./outbox.ts";
import type { WorkerLog } from "./channel.ts";

export interface FailureNoticeParts {
  outbox: Pick<Outbox, "failingMail">;
  webhookUrls: readonly string[];
  sendEvent: (id: string, url: string, event: DeliveryFailing) => Promise<SendResult>;
  now: () => number;
  log: Pick<WorkerLog, "error">;
}

interface Notice {
  id: string;
  event: DeliveryFailing;
  urls: Set<string>;
}

export function createFailureNotice(parts: FailureNoticeParts): () => Promise<void> {
  const { outbox, webhookUrls, sendEvent, now, log } = parts;
  let notice: Notice | undefined;

  /** If a webhook does not accept it, it is sent again every minute until there is a newer notice. */
  async function send({ id, event, urls }: Notice): Promise<void> {
    await Promise.all(
      [...urls].map(async (url) => {
        const { kind } = await sendEvent(id, url, event);
        if (kind !== "retry") urls.delete(url);
      }),
    );
  }

  return async () => {
    const result = await outbox.failingMail();
    if (result.kind === "notice" && result.failing) {
      const timestamp = new Date(now()).toISOString();
      const data = { channel: "mail" as const, ...result.failing };
      log.error(data, "mail is not delivered");
      notice = {
        id: randomUUID(),
        event: { type: "delivery.failing", timestamp, data },
        urls: new Set(webhookUrls),
      };
    }
    if (notice) await send(notice);
  };
}
