/**
 * *Launch list*: four questions, and what the launch
 * check knows of the draft, with the ways there.
 */

import type { FastifyReply } from "fastify";
import type { FieldPath } from "../../../contract/content/fields.ts";
import { INBOX } from "../../../contract/http/routes.ts";
import { launchObstacles, type LaunchObstacle } from "../../content/unready.ts";
import { readQuery } from "../../http/forms.ts";
import type { Deed } from "../deed.ts";
import { InboxFailure, postForm, type PostedForm } from "../forms.ts";
import { fieldsAddress, pageFormAddress } from "./addresses.ts";
import { rowsOf } from "./controls.ts";
import { sentencesFor } from "./describe.ts";
import { editAt, type DraftContent } from "./draft.ts";
import { editsIn, whyRefused, type TypedForm } from "./site-form.ts";
import type { SiteParts, SiteRoom } from "./site-page.ts";
import { removalOf, SAMPLES } from "./site-pages.ts";

/** What a new owner is asked first; then, which trades. */
const ASKED: readonly FieldPath[] = [
  ["site", "brandName"],
  ["site", "contactPhone"],
  ["site", "contactEmail"],
  ["workingHours", "weekly", "0", "days"],
  ["workingHours", "weekly", "0", "from"],
  ["workingHours", "weekly", "0", "to"],
];

const boxOf = (claim: string): string => `claim-${claim}`;
const boxOfTrade = (name: string): string => `trade-${name}`;

export const registerLaunch: SiteRoom = (app, parts) => {
  const { draft } = parts;

  app.get(INBOX.launch, async (request, reply) => {
    const isFirst = readQuery(request).has("first");
    return showLaunch(reply, parts, isFirst ? {} : undefined);
  });

  postForm(app, INBOX.firstAnswers, (form) => takeAnswers(form, parts));

  postForm(app, INBOX.launch, async ({ fields, by }) => {
    const now = await draft.read();
    const { length } = now.content.confirmed;
    const claims = launchObstacles(now.content).flatMap(({ claim }) =>
      claim !== undefined && fields.has(boxOf(claim)) ? [claim] : [],
    );
    const edits = claims.map((claim, index) =>
      editAt(["confirmed", `${length + index}`], now, "insert", claim),
    );
    if (await draft.save(edits, by)) throw new InboxFailure("unreadable");
    return { what: "saved", back: INBOX.launch };
  });
};

async function takeAnswers(
  { reply, fields, by }: PostedForm,
  parts: SiteParts,
): Promise<Deed | FastifyReply> {
  const { draft } = parts;
  const now = await draft.read();
  const edits = editsIn(ASKED, fields, now, parts);
  const others = Object.keys(now.content.trades)
    .filter((name) => !fields.has(boxOfTrade(name)))
    .map((name) => `trades/${name}.yaml`);
  const all = [...edits, ...removalOf(others, now)];
  const refusal = await draft.save(all, by);
  if (refusal) {
    const { status, problems } = whyRefused(refusal, parts, edits);
    const asking = { typed: fields, problems };
    return showLaunch(reply.code(status), parts, asking);
  }
  return { what: "saved", back: INBOX.launch };
}

/**
 * @param asking the four questions, as they
 * were answered; undefined after the first time
 */
async function showLaunch(
  reply: FastifyReply,
  parts: SiteParts,
  asking: Partial<TypedForm> | undefined,
): Promise<FastifyReply> {
  const now = await parts.draft.read();
  const questions = asking && questionsOf(now, parts, asking);
  return reply.show("LaunchPage", {
    questions,
    problems: sentencesFor(asking?.problems ?? [], now.content.siteEditor),
    lines: launchObstacles(now.content).map((obstacle) => {
      const { group, claim, line } = obstacle;
      return {
        group,
        line,
        address: addressOf(obstacle),
        box: claim && boxOf(claim),
      };
    }),
  });
}

function questionsOf(
  now: DraftContent,
  parts: SiteParts,
  asking: Partial<TypedForm>,
) {
  const trades = Object.entries(now.content.trades);
  return {
    rows: rowsOf(ASKED, { now, parts, ...asking }),
    trades: trades.map(([name, trade]) => {
      const box = boxOfTrade(name);
      return {
        box,
        name: trade.name,
        isChosen: asking.typed?.has(box) ?? true,
      };
    }),
  };
}

function addressOf({ at, says, page }: LaunchObstacle) {
  const sample = `pages/_${page}.md`;
  if (says === "no-page")
    return pageFormAddress({ from: SAMPLES.includes(sample) ? sample : "" });
  if (page !== undefined) return pageFormAddress({ file: `pages/${page}.md` });
  return at.length > 0 ? fieldsAddress(at, "/") : undefined;
}
