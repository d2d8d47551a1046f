/** Lists the obstacles to a launch, with exit code 1 while there are any. `--send` mails the agency. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { EnvError, hasServer, readEnv, unknownInEnv } from "../../server/configuration/env.ts";
import { readManifest } from "../../server/http/built-site.ts";
import { changedSinceBuild } from "../../server/lifecycle/log.ts";
import type { RendererInput } from "../../site/render.tsx";
import { findUnready } from "../build/unready.ts";
import { builtPages, checkAddress, findHeavyPages, findBrokenLinks } from "./address.ts";
import { findContradictions } from "./contradictions.ts";
import { findWrongFacts } from "./facts.ts";
import { checkBackups, checkCalendars, checkMail, checkProxy } from "./operation.ts";
import { checkAddresses, checkAlertHours, checkWebhooks } from "./settings.ts";

export async function launchCheck(): Promise<void> {
  try {
    const unready = await findObstacles();
    if (unready.length === 0) return console.log("Ready: nothing is left to do.");
    console.log(`Not ready to go public. Still to do (${unready.length}):`);
    for (const line of unready) console.log(`  ${line}`);
    process.exitCode = 1;
  } catch (error) {
    if (!(error instanceof EnvError)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}

async function findObstacles(): Promise<string[]> {
  const env = readEnv();
  const manifest = await readManifest(env.distDir);
  const input = readFileSync(join(env.distDir, manifest.folder, "render", "input.json"), "utf8");
  const { content }: RendererInput = JSON.parse(input);
  const { site } = manifest;
  for (const advice of findHeavyPages(env.distDir, manifest)) console.log(advice);
  const { problems, ask = builtPages(env.distDir, manifest) } = await checkAddress(site.siteUrl);
  return [
    ...unknownInEnv().map((name) => `${name}: nothing reads a variable with this name: correct or remove it`),
    ...changedSinceBuild(env, manifest).map(
      (name) => `${name}: changed since the build: build the site again`,
    ),
    ...findUnready(content),
    ...findContradictions(content, { ...env, otherOrigins: manifest.otherOrigins }),
    ...findWrongFacts(content, new Date().toLocaleDateString("sv-SE", { timeZone: env.outbox.timeZone })),
    ...problems,
    ...(await findBrokenLinks(ask, site.siteUrl, Object.keys(manifest.pages))),
    ...(hasServer() ? await checkMail(env, manifest, process.argv.includes("--send")) : []),
    ...(hasServer() ? [...(await checkAddresses(env, site)), ...checkAlertHours(env)] : []),
    ...(hasServer() ? await checkWebhooks(env) : []),
    ...(hasServer() ? await checkCalendars(env, manifest, Date.now()) : []),
    ...(hasServer() ? [...checkProxy(env, site), ...checkBackups(env, Date.now())] : []),
  ];
}
