/**
 * `npm run launch-check` lists the obstacles to
 * a launch. With an obstacle, it exits with 1.
 */
import { runProgram } from "../server/settings/operator-error.ts";
import { buildWhenStale } from "./build/build-folder.ts";
import { hasServer, readEnv, unknownInEnv } from "../server/settings/env.ts";
import { readManifest } from "../server/http/built-site.ts";
import { inFolder } from "../server/content/content-error.ts";
import { loadContent } from "../server/content/content.ts";
import { readContentFolder } from "../server/content/content-folder.ts";
import {
  launchObstacles,
  lineWithPlace,
  notChecked,
  stillEmpty,
} from "../server/content/unready.ts";
import { siteFolder } from "../server/content/site-folder.ts";
import { builtPages, checkAddress, findBrokenLinks } from "./launch/address.ts";
import * as operation from "./launch/operation.ts";

buildWhenStale();
await runProgram(async () => {
  const obstacles = await findObstacles();
  if (obstacles.length === 0)
    return console.log("Ready: no obstacle was found.");
  console.log(`Not ready to go public. Still to do (${obstacles.length}):`);
  for (const line of obstacles) console.log(`  ${line}`);
  process.exitCode = 1;
});

async function findObstacles(): Promise<string[]> {
  const env = readEnv();
  const texts = readContentFolder(env.contentDir);
  const content = loadContent(env.site, texts);
  const folder = await siteFolder(env, console.error);
  const manifest = await readManifest(folder);
  const { site } = manifest;
  for (const advice of [...notChecked(content), ...stillEmpty(content)])
    console.log(inFolder(advice, texts.root));
  const read = builtPages(folder, manifest);
  const obstacles = [
    ...unknownInEnv().map(
      (name) =>
        `${name}: nothing reads a variable with this name: correct or remove it`,
    ),
    ...launchObstacles(content).map(lineWithPlace),
    ...(await checkAddress(site.siteUrl)),
    ...(await findBrokenLinks(read, site.siteUrl, Object.keys(manifest.pages))),
  ];
  if (hasServer()) {
    operation.tellZoneRules(env);
    obstacles.push(
      ...(await operation.checkMail(env, manifest)),
      ...operation.checkAddresses(env, site),
      ...(await operation.checkCalendars(env, manifest)),
      ...(await operation.checkProxy(env, site)),
      ...operation.checkBackups(env, Date.now()),
    );
  }
  return obstacles.map((line) => inFolder(line, texts.root));
}
