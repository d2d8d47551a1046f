/** The part of the content that the server reads from `manifest.json`. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pick } from "../../contract/content/pick.ts";
import type { Content } from "../../contract/content/schema.ts";
import type { ServerContent } from "../../contract/http/build-manifest.ts";
import { localeOf } from "../../contract/locale/locale.ts";
import { contentTypeOf } from "../http/encoded-body.ts";
import { launchObstacles, samplesIn, unconfiguredIn } from "./unready.ts";

export function serverContent(content: Content, folder: string): ServerContent {
  const locale = localeOf(content);
  const { host } = content.contact;
  return {
    ...pick(content, [
      "site",
      "messages",
      "testLead",
      "mail",
      "schedulePage",
      "workingHours",
    ]),
    locale,
    sources: content.leadContent.sources,
    outcomes: content.leadContent.outcomes,
    unconfigured: unconfiguredIn(content),
    unready: launchObstacles(content).length,
    sampleTestimonials: samplesIn(content).some((at) =>
      /\btestimonials?\b/.test(at.join("/")),
    ),
    logo: mailLogo(content, folder),
    mailColors: content.colors,
    host:
      host && host.sample !== true
        ? { name: host.name, role: host.role }
        : null,
    form: {
      ...pick(content, ["fields", "fieldProblems", "services"]),
      consent: content.bookCall.consent,
      asksNumber: content.bookCall.asksNumber === true,
      tag: locale.tag,
    },
  };
}

const MAX_LOGO_BYTES = 100 * 1024;

function mailLogo(
  { logo, pictures }: Content,
  folder: string,
): ServerContent["logo"] {
  if (!logo) return null;
  const picture = pictures[logo.picture];
  if (!picture || !/\.(?:png|jpg)$/.test(picture.src)) return undefined;
  const bytes = readFileSync(join(folder, "pictures", logo.picture));
  if (bytes.length > MAX_LOGO_BYTES) return undefined;
  const { width, height } = picture;
  return {
    mimeType: contentTypeOf(picture.src),
    data: bytes.toString("base64"),
    width,
    height,
    replaces: logo.replaces,
  };
}
