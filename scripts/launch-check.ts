/**
 * `npm run launch-check`: lists the obstacles to a launch with what to do about each, and ends with exit code 1 while
 * there is anything. It asks the public address where that answers. `--send` sends a mail to the recipients of notifications.
 */
import { ContentError } from "./build/content-error.ts";
import { loadContent } from "./build/content.ts";
import { readSnippet } from "./build/snippet.ts";
import { findUnready } from "./build/unready.ts";
import { builtPages, checkAddress } from "./launch/address.ts";
import { findContradictions } from "./launch/contradictions.ts";
import { findBrokenLinks } from "./launch/links.ts";
import { checkBackups, checkCalendars, checkMail, checkProxy } from "./launch/operation.ts";
import { buildWhenStale } from "./stale-build.ts";
import { EnvError, hasServer, readEnv } from "../server/configuration/env.ts";

try {
  const env = readEnv();
  const content = loadContent(env.site);
  buildWhenStale();
  const { problems, ask } = await checkAddress(content.site.siteUrl);
  const unready = [
    ...findUnready(content),
    ...findContradictions(content, { ...env, otherOrigins: { ...env.otherOrigins, ...readSnippet() } }),
    ...problems,
    ...(await findBrokenLinks(ask ?? builtPages(), content.site.siteUrl)),
    ...(hasServer() ? await checkMail(env, content, process.argv.includes("--send")) : []),
    ...(hasServer() ? await checkCalendars(env, content, Date.now()) : []),
    ...(hasServer() ? [...checkProxy(env, content.site), ...checkBackups(env, Date.now())] : []),
  ];
  if (unready.length === 0) console.log("Ready: nothing is left to do.");
  else {
    console.log(`Not ready to go public. Still to do (${unready.length}):`);
    for (const line of unready) console.log(`  ${line}`);
    process.exitCode = 1;
  }
} catch (error) {
  if (!(error instanceof ContentError || error instanceof EnvError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
