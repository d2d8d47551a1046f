/** `canary` sends a lead as visitors do, for a timer; `report` mails that a service has failed. */
import { randomUUID } from "node:crypto";
import * as v from "valibot";
import type { BuildManifest } from "../../contract/build-manifest.ts";
import { LEADS_TABLE } from "../../contract/lead.ts";
import { reasonOf } from "../../contract/error-code.ts";
import { REST_PATH } from "../../contract/routes.ts";
import { writeUnlinked } from "../../server/configuration/data-dir.ts";
import { readEnv, type Env } from "../../server/configuration/env.ts";
import { keptKeys, keptSigningSecrets } from "../../server/configuration/secrets.ts";
import { askForProof, PROOF_HEADER } from "../../server/http/secret-key.ts";
import { firstOfTeam } from "../../server/leads/team.ts";
import { testLead } from "../../server/leads/test-lead.ts";
import { openTransport } from "../../server/outbox/channels/channels.ts";
import { createTeamMails } from "../../server/outbox/channels/mail/team-mails.ts";
import { channelSettings } from "../../server/outbox/channels/settings.ts";
import { canaryPath } from "../../server/storage/backups.ts";
import { wholeNumber } from "../arguments.ts";
import { areMailed, contentProblems, keepMailed } from "../../server/rendering/content-problems.ts";
import { siteManifest } from "../../server/rendering/site-folder.ts";
import { siteOrigin } from "../connection/remote-admin.ts";
import { Failure, LeadsCommand, okValue, withConnection, type Context } from "../context.ts";
import { recorded } from "./test.ts";

const ANSWER_MS = 30_000;
const Stored = v.pipe(v.string(), v.parseJson(), v.looseTuple([v.object({ id: v.string() })]));

export function canaryCommand(context: Context) {
  return new LeadsCommand("canary", context)
    .about(
      "Sends a lead as visitors do, and deletes it.",
      "It goes through the public address, and is marked and counted nowhere. The command waits until the mail server has taken the confirmation, which goes to you. nightshift-canary.timer runs this.",
    )
    .option("--wait <seconds>", "how long to wait for the mail", wholeNumber(1, 600), 120)
    .examples("canary")
    .work(async ({ admin }, options: { wait: number }) => {
      const env = readEnv();
      const id = await send(env);
      try {
        const until = context.now() + options.wait * 1000;
        const unsent = (await recorded(admin, id, until, context.now)).deliveries.filter(
          ({ state }) => state !== "sent",
        );
        const said = unsent.flatMap(
          ({ state, lastError }) => lastError ?? (state === "written" ? NO_SERVER : []),
        );
        if (unsent.length > 0)
          throw new Failure(`The mail of the canary was not delivered. ${said.join(" ")}`.trim());
      } finally {
        okValue(await admin.remove({ ids: [id] }));
      }
      writeUnlinked(canaryPath(env.dataDir), "");
      context.terminal.note("A lead came in through the public address, and its mail was delivered.");
    });
}

const NO_SERVER = "It was only written to a file: SMTP_URL is not set.";

/** @returns the id of the lead @throws {Failure} with what a visitor would meet */
async function send(env: ReturnType<typeof readEnv>): Promise<string> {
  const { form, testLead: said, site } = await siteManifest(env);
  const { publicKey, secretKey } = keptKeys(env.dataDir, env).load();
  const [email = site.contactEmail] = env.outbox.notifyEmail ?? [];
  const address = new URL(`${REST_PATH}/${LEADS_TABLE}?select=id`, await siteOrigin(env));
  try {
    const answer = await fetch(address, {
      method: "POST",
      headers: {
        apikey: publicKey,
        authorization: `Bearer ${publicKey}`,
        "content-type": "application/json",
        prefer: "return=representation",
        [PROOF_HEADER]: askForProof(secretKey).header,
      },
      body: JSON.stringify(testLead(form, said, email)),
      signal: AbortSignal.timeout(ANSWER_MS),
    });
    const text = await answer.text();
    if (answer.status === 201) return v.parse(Stored, text)[0].id;
    throw new Failure(`${address.origin} answered a lead with ${answer.status}.`);
  } catch (error) {
    if (error instanceof Failure) throw error;
    throw new Failure(`${address.origin} did not take a lead: ${reasonOf(error)}.`);
  }
}

/** What failed may be the store: then the addresses of the setting. */
async function teamOf(context: Context, { outbox }: Env, { site }: BuildManifest) {
  try {
    const members = await withConnection(context, ({ admin }) => admin.team({}));
    return okValue(members).map(({ email }) => email);
  } catch {
    return firstOfTeam(outbox, site);
  }
}

export function reportCommand(context: Context) {
  return new LeadsCommand("report", context)
    .about("Mails the team that a service on this server has failed.", "The units of systemd run this.")
    .argument("<service>", "its name, such as nightshift-backup")
    .examples("report nightshift-backup")
    .action(async (service: string) => {
      const env = readEnv();
      const isContent = service === "nightshift-content";
      if (isContent && areMailed(env.dataDir))
        return context.terminal.note("The team has had a mail about this mistake of the content.");
      const manifest = await siteManifest(env);
      const secrets = keptSigningSecrets(env.dataDir, env.outbox).load();
      const settings = channelSettings(env, manifest, secrets, context.now);
      const transport = openTransport(settings);
      const problems = isContent ? contentProblems(env.dataDir)?.split("\n") : [];
      const mails = createTeamMails(settings.mail, () => teamOf(context, env, manifest), transport);
      const result = await mails.sendFailed(randomUUID(), service, problems);
      await transport.close();
      if ("reason" in result && result.kind !== "sent")
        throw new Failure(`The mail was not sent: ${result.reason}`);
      if (isContent) keepMailed(env.dataDir);
    });
}
