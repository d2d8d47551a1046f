import { expect, test } from "vitest";
import { mailSettings } from "../../../../tests/fakes/outgoing.ts";
import { createTeamMails } from "./team-mails.ts";

test("the mail about calendars goes to the team and names them by their positions", async () => {
  const sent: unknown[] = [];
  const transport = {
    deliver: (message: unknown, id: string) => {
      sent.push([message, id]);
      return Promise.resolve({ kind: "sent" as const });
    },
    close: () => Promise.resolve(),
  };
  await createTeamMails(
    mailSettings(),
    ["ana@agency.example", "ben@agency.example"],
    transport,
  ).sendCalendars("calendars-1", [1, 3]);
  expect(sent).toEqual([
    [
      expect.objectContaining({
        to: [
          { name: "", address: "ana@agency.example" },
          { name: "", address: "ben@agency.example" },
        ],
        subject: "Nightshift: calendar 1, 3",
        text: expect.stringContaining("Look at 1, 3."),
      }),
      "calendars-1",
    ],
  ]);
});
