import { expect, test } from "vitest";
import { INBOX } from "../../contract/http/routes.ts";
import { content } from "../content.ts";
import { LEAD } from "../support/leads.ts";
import type { TestServer } from "../support/server.ts";
import { operator } from "./inbox-request.ts";
import { post as postLead } from "./wire-request.ts";

const { sources: words } = content.inbox;

const AD =
  "https://agency.example/?UTM_SOURCE=&gclid=1&utm_campaign=%3DSpring%20sale";
const FREE = "https://agency.example/ https://www.google.com/";

async function send(
  server: TestServer,
  name: string,
  source: string,
): Promise<string> {
  const answer = await server.send(
    postLead({ ...LEAD, name }, { "x-lead-source": `0 ${source}` }),
  );
  return JSON.parse(answer.body).id;
}

const rowsOf = (body: string) =>
  [...body.matchAll(/<tr.*?<\/tr>/gs)].map(([row]) =>
    [...row.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/gs)].map(([, cell = ""]) =>
      cell.replaceAll(/<[^>]+>/g, ""),
    ),
  );

const linksOf = (body: string) =>
  [...body.matchAll(/<td><a href="([^"]+)">(\d+)<\/a>/g)].map(
    ([, href = "", count]) =>
      [href.replaceAll("&amp;", "&"), Number(count)] as const,
  );

test("each source shows its numbers of leads, and each number links to a list of these leads", async () => {
  const { server, get, post } = await operator();
  const won = await send(server, "Won", AD);
  await send(server, "Open", AD);
  await send(server, "Free", FREE);
  const spam = await send(server, "Zebra", FREE);
  await post(INBOX.mark, { lead: spam, mark: "spam" });
  await post(INBOX.mark, { lead: won, mark: "won" });
  const open = async (path: string) => (await get(path)).body;
  const names = [
    words.results.leads,
    words.results.calls,
    words.results.won,
    words.results.lost,
  ];
  for (const days of [30, 90, 365]) {
    const body = await open(`${INBOX.sources}?days=${days}`);
    expect(rowsOf(body)).toEqual([
      [words.source, ...names],
      ["Google, paid", "2", "0", "1", "0"],
      ["=Spring sale", "2", "0", "1", "0"],
      ["Google", "1", "0", "0", "0"],
    ]);
    const links = linksOf(body);
    expect(links).toHaveLength(5);
    for (const [href, count] of links) {
      expect(href).toContain(`days=${days}`);
      const list = await open(href);
      expect(list.match(/<th scope="row">/g), href).toHaveLength(count);
      expect(list).not.toContain("Zebra");
    }
  }
});
