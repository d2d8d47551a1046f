import { dueAt } from "../../contract/response-promise.ts";
import { describe, expect, test } from "vitest";
import { planDeliveries } from "./planned-deliveries.ts";

const lead = { created_at: "2026-10-31T20:30:00.000Z" };

describe("what a lead needs", () => {
  test("is a confirmation and a notification at once, and reminders at 12, 20 and 24 hours", () => {
    expect(planDeliveries(lead, { webhookUrls: [] })).toEqual([
      { kind: "confirmation", target: "", notBefore: "2026-10-31T20:30:00.000Z" },
      { kind: "notification", target: "", notBefore: "2026-10-31T20:30:00.000Z" },
      { kind: "reminder-12h", target: "", notBefore: "2026-11-01T08:30:00.000Z" },
      { kind: "reminder-20h", target: "", notBefore: "2026-11-01T16:30:00.000Z" },
      { kind: "alarm-24h", target: "", notBefore: "2026-11-01T20:30:00.000Z" },
    ]);
  });

  test("is an event for each webhook, at once, and one for a webhook named twice", () => {
    const webhookUrls = ["https://a.example/1", "https://b.example", "https://a.example/1"];
    const events = planDeliveries(lead, { webhookUrls }).filter(({ kind }) => kind === "webhook");
    expect(events).toEqual([
      { kind: "webhook", target: "https://a.example/1", notBefore: lead.created_at },
      { kind: "webhook", target: "https://b.example", notBefore: lead.created_at },
    ]);
  });

  test("is due after 24 hours of the clock on the wall of nobody: summer time ends and nothing moves", () => {
    expect(dueAt(lead)).toBe("2026-11-01T20:30:00.000Z");
  });

  test("counts from the time that the lead came, however a store writes it", () => {
    expect(dueAt({ created_at: "2026-10-31T22:30:00+02:00" })).toBe("2026-11-01T20:30:00.000Z");
  });
});
