/** The part of the content that the server says or goes by, as `dist/manifest.json` carries it. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { BuildManifest } from "../../contract/build-manifest.ts";
import type { Content } from "../../site/content/schema.ts";
import { PICTURES } from "./pictures.ts";
import { findUnready, inventedVoices, unconfiguredIn } from "./unready.ts";

type ServerContent = Pick<
  BuildManifest,
  "site" | "unconfigured" | "unready" | "inventedVoices" | "logo" | "mail" | "form" | "workingHours"
>;

export function serverContent(content: Content): ServerContent {
  const { site, mail, fields, fieldProblems, services, bookCall, workingHours } = content;
  return {
    site,
    unconfigured: unconfiguredIn(content),
    unready: findUnready(content).length,
    inventedVoices: inventedVoices(content).length > 0,
    logo: mailLogo(content),
    mail,
    workingHours,
    form: { fields, fieldProblems, services, consent: bookCall.consent },
  };
}

/** More would weigh down each mail. Bytes. */
const MAX_LOGO_BYTES = 100 * 1024;

function mailLogo({ logo, pictures }: Content): ServerContent["logo"] {
  const picture = logo && pictures[logo.picture];
  const type = /\.(png|jpg)$/.exec(picture?.src ?? "")?.[1];
  if (!logo || !picture || type === undefined) return null;
  const bytes = readFileSync(join(PICTURES, logo.picture));
  if (bytes.length > MAX_LOGO_BYTES) return null;
  const { width, height } = picture;
  const mimeType = type === "png" ? "image/png" : "image/jpeg";
  return { mimeType, data: bytes.toString("base64"), width, height, replaces: logo.replaces };
}
