import { expect, test, vi } from "vitest";
import * as notices from "../deliveries/notices.ts";
import type { SendResult, WorkerLog } from "../deliveries/outbox.ts";
import type { DeliveryFailing } from "../deliveries/webhook-channel.ts";
import { reportFailure } from "../inbox/notices/team-notices.ts";
import { StoreUnavailable } from "../store/unavailable.ts";

const NOW = Date.parse("2026-11-20T12:00:00.000Z");
const FAILING = { since: "2026-11-20T10:59:00.000Z", undelivered: 3 };
const URLS = ["https://a.example/", "https://b.example/"];

type SendEvent = (
  id: string,
  url: string,
  event: DeliveryFailing,
) => Promise<SendResult>;

function setUp() {
  const failingMail = vi
    .spyOn(notices, "noticeFailure")
    .mockResolvedValue(undefined);
  const sendEvent = vi.fn<SendEvent>(() => Promise.resolve({ kind: "sent" }));
  const error = vi.fn<WorkerLog["error"]>();
  const desk = { store: Object.create(null), now: () => NOW, log: { error } };
  const everyMinute = () => reportFailure(desk, URLS, sendEvent);
  return { failingMail, sendEvent, everyMinute, error };
}

test("the log and every webhook are notified once when mail fails, without any data of a lead", async () => {
  const { everyMinute, failingMail, sendEvent, error } = setUp();
  failingMail.mockResolvedValueOnce(FAILING);
  sendEvent.mockResolvedValueOnce({
    kind: "retry",
    reason: "The receiver answered 500.",
  });
  await everyMinute();
  await everyMinute();
  const data = { channel: "mail", ...FAILING };
  const event = {
    type: "delivery.failing",
    timestamp: "2026-11-20T12:00:00.000Z",
    data,
  };
  expect(sendEvent.mock.calls.map(([, ...told]) => told)).toEqual(
    URLS.map((url) => [url, event]),
  );
  const untold = [
    { reason: "The receiver answered 500." },
    "a webhook was not told of failing mail",
  ];
  expect(error.mock.calls).toEqual([
    [event.data, "mail is not delivered"],
    untold,
  ]);
});

test("while the store fails, no webhook is notified", async () => {
  const down = setUp();
  down.failingMail.mockRejectedValue(new StoreUnavailable("the disk is full"));
  await down.everyMinute();
  expect(down.sendEvent).not.toHaveBeenCalled();
});
