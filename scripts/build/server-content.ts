/** The part of the content that the server says or goes by, as `dist/manifest.json` carries it. */
import type { BuildManifest } from "../../contract/build-manifest.ts";
import type { Content } from "../../site/content/schema.ts";
import { findUnready, unconfiguredIn } from "./unready.ts";

type ServerContent = Pick<
  BuildManifest,
  "site" | "unconfigured" | "unready" | "inventedVoices" | "mail" | "form"
>;

export function serverContent(content: Content): ServerContent {
  const { site, testimonials, mail, fields, fieldProblems, services, bookCall } = content;
  return {
    site,
    unconfigured: unconfiguredIn(content),
    unready: findUnready(content).length,
    inventedVoices: testimonials.items.some(({ sample }) => sample === true),
    mail,
    form: { fields, fieldProblems, services, consent: bookCall.consent },
  };
}
