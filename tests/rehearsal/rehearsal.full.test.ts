/** The short form of `npm run rehearsal`, which `npm run test:full` runs. */
import { expect, test } from "vitest";
import { describePostgresServer } from "../fakes/postgres.ts";
import { rehearse } from "./rehearse.ts";

describePostgresServer("with everything that can fail failing once", () => {
  test("each of 40 visitors has one stored lead, one confirmation, one notification and one event", async () => {
    const outcome = await rehearse({
      visitors: 40,
      browsers: 3,
      rounds: 1,
      often: 1,
      awayMs: 0,
      everyMs: 100,
      patienceMs: 300,
      hurry: true,
    });
    expect(outcome.rows["all"]).toMatchObject({ sent: 40, "events received": 40, lost: 0, twice: 0 });
    process.stdout.write(`\n${outcome.report}\n\n`);
  }, 180_000);
});
