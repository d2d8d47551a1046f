import { inFolder } from "../../server/content/content-error.ts";
import { readContentFolder } from "../../server/content/content-folder.ts";
import { loadContent } from "../../server/content/content.ts";
import { siteFolder } from "../../server/content/site-folder.ts";
import {
  launchObstacles,
  lineWithPlace,
  notChecked,
  stillEmpty,
} from "../../server/content/unready.ts";
import { readManifest } from "../../server/http/built-site.ts";
import { hasServer, readEnv, unknownInEnv } from "../../server/settings/env.ts";
import { builtPages, checkAddress, findBrokenLinks } from "./address.ts";
import * as operation from "./operation.ts";

export async function findObstacles(): Promise<string[]> {
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
