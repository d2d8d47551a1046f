/** *Launch list*: what the launch check knows of the draft, each line with the way to its field. */
import type { FastifyInstance } from "fastify";
import { INBOX } from "../../../contract/http/routes.ts";
import { launchObstacles } from "../../content/unready.ts";
import { InboxFailure, postForm } from "../forms.ts";
import { versionOf, type WantedEdit } from "./draft.ts";
import { valueOf } from "./site-form.ts";
import { fieldsAddress, type SiteParts } from "./site-page.ts";

const CONFIRMED = ["confirmed"];

const boxOf = (claim: string): string => `claim-${claim}`;

export function registerLaunch(app: FastifyInstance, parts: SiteParts): void {
  const { draft } = parts;

  app.get(INBOX.launch, async (_request, reply) => {
    const { content } = await draft.read();
    if (!content) return reply.redirect(INBOX.siteChanges, 303);
    return reply.show("site-launch", {
      lines: launchObstacles(content).map(({ group, line, at, claim }) => {
        return {
          group,
          line,
          address: at?.length ? fieldsAddress(at, "/") : undefined,
          box: claim === undefined ? undefined : boxOf(claim),
        };
      }),
    });
  });

  postForm(app, INBOX.launch, async ({ request, fields, by }) => {
    const now = await draft.read();
    const { file, value } = valueOf(CONFIRMED, now);
    const { length } = Array.isArray(value) ? value : [];
    const obstacles = now.content ? launchObstacles(now.content) : [];
    const claims = obstacles.flatMap(({ claim }) =>
      claim !== undefined && fields.has(boxOf(claim)) ? [claim] : [],
    );
    const edits = claims.map((claim, index): WantedEdit => {
      const path = [...CONFIRMED, `${length + index}`];
      const seen = versionOf(undefined);
      return { file, path, action: "insert", value: claim, seen };
    });
    const { kind } = await draft.save(edits, by);
    if (kind !== "saved") throw new InboxFailure("unreadable");
    request.log.info({ by, claims: claims.length }, "claims were confirmed");
    return { what: "saved", back: INBOX.launch };
  });
}
