/** Every suspected lead reaches a person within a day: by the mail of the morning, of any number of processes. */
import { expect, vi } from "vitest";
import type { Database } from "../../../server/store/database.ts";
import { mailMorning } from "../../../server/inbox/team-notices.ts";
import type { SendResult } from "../../../server/deliveries/outbox.ts";
import { createTeamMails, type MorningWork } from "../../../server/deliveries/mail/team-mails.ts";
import { mailSettings } from "../../support/outgoing.ts";
import { firstMail, mailKeeper } from "../../support/written-mail.ts";
import { DAY, HOUR, Scenario } from "./scenario.ts";
import { testWith } from "./stores.ts";

const JUNK = { problems: "Best casino, viagra and cialis." };

/** Three processes that share a store; it is 07:00 in New York. */
function start(store: Database) {
  const scenario = new Scenario(store);
  const send = vi.fn<(id: string, work: MorningWork) => Promise<SendResult>>(() =>
    Promise.resolve({ kind: "sent" }),
  );
  const error = vi.fn<(about: object) => void>();
  const parts = { store, send, timeZone: "America/New_York", now: () => scenario.time, log: { error } };
  /** @returns the number of suspected leads in each mail that was sent by the end of this minute */
  const mailedAfter = async (ms: number) => {
    scenario.time += ms;
    const before = send.mock.calls.length;
    await Promise.all([mailMorning(parts), mailMorning(parts), mailMorning(parts)]);
    return send.mock.calls.slice(before).map(([, work]) => work.suspected);
  };
  return { scenario, send, error, mailedAfter };
}

const test = testWith(start);

test("the team is mailed about all suspected leads at eight in the morning, once a day", async (made) => {
  const { scenario, mailedAfter } = made;
  await scenario.lead();
  expect(await mailedAfter(0)).toEqual([]);
  for (let n = 0; n < 2; n++) await scenario.lead(JUNK);
  expect(await mailedAfter(HOUR - 1)).toEqual([]);
  expect(await mailedAfter(1)).toEqual([2]);
  expect(await mailedAfter(DAY - 1)).toEqual([]);
  expect(await mailedAfter(1)).toEqual([2]);
});

test("a failed mail is retried under the same id, and so is one of a process that died", async (made) => {
  const { scenario, send, error, mailedAfter } = made;
  await scenario.lead(JUNK);
  send.mockResolvedValueOnce({ kind: "retry", reason: "The server is away." });
  send.mockRejectedValueOnce(new Error("killed"));
  expect(await mailedAfter(2 * HOUR)).toEqual([1]);
  expect(error).toHaveBeenCalledWith(
    { reason: "The server is away.", notice: "morning" },
    "a mail to the team failed",
  );
  expect(await mailedAfter(HOUR / 4 - 1)).toEqual([]);
  await expect(mailedAfter(1)).rejects.toThrow("killed");
  expect(await mailedAfter(HOUR / 4)).toEqual([1]);
  expect(new Set(send.mock.calls.map(([id]) => id)).size).toBe(1);
  expect(await mailedAfter(HOUR)).toEqual([]);
});

test("the mail goes to the team, says how many there are, and has nothing of them", async (made) => {
  const { scenario, send, mailedAfter } = made;
  const keeper = mailKeeper();
  send.mockImplementation(
    createTeamMails(mailSettings(), () => Promise.resolve(["ana@agency.example"]), keeper).sendMorning,
  );
  await scenario.lead({ ...JUNK, name: "Mallory" });
  expect(await mailedAfter(HOUR)).toEqual([1]);
  const mail = await firstMail(keeper);
  expect(mail).toMatchObject({
    to: [{ address: "ana@agency.example" }],
    subject: "Today: Looks like spam (1)",
  });
  expect(mail.text).toContain("https://agency.example/inbox?filter=suspected");
  expect(`${mail.text} ${mail.html}`).not.toMatch(/Mallory|casino/);
});
