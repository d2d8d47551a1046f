/** A lead that looks like spam is answered like any other, and waits for a person. */
import { expect, test } from "vitest";
import { INBOX } from "../../contract/inbox.ts";
import { LEAD } from "../fakes/leads.ts";
import { SECRET_KEY, startServer } from "../fakes/server.ts";
import { signIn, viewOf } from "./inbox-request.ts";
import { post } from "./wire-request.ts";

test("the third sender of one long text is suspected, and the two before are not", async () => {
  const server = await startServer();
  const problems =
    "I looked at your web site and can bring you three hundred new customers a month. Reply YES.";
  for (const sender of ["a", "b", "c"]) {
    const answer = await server.send(
      post({ ...LEAD, name: sender, email: `${sender}@junk.example`, problems }),
    );
    expect(answer.status).toBe(201);
  }
  const headers = await signIn(server);
  const suspected = await server.send({ path: `${INBOX.path}?filter=suspected`, headers });
  expect(viewOf(suspected)).toMatchObject({ list: { total: 1, leads: [{ name: "c" }] } });
});

test("a lead sent with the secret key is the agency's own, and never suspected", async () => {
  const server = await startServer();
  const headers = { apikey: SECRET_KEY, authorization: `Bearer ${SECRET_KEY}` };
  const problems = "Best casino, viagra and cialis.";
  for (const key of [{}, headers])
    expect((await server.send(post({ ...LEAD, problems }, key))).status).toBe(201);
  const suspected = await server.send({
    path: `${INBOX.path}?filter=suspected`,
    headers: await signIn(server),
  });
  expect(viewOf(suspected)).toMatchObject({ list: { total: 1 } });
});
