/** Other origins that the owner allows on the public pages. The inbox and the REST API never allow any. */
import * as v from "valibot";

const origins = v.array(v.string());

export const OtherOriginsSchema = v.object({
  /** A script on every public page. */
  analytics: v.exactOptional(v.object({ src: v.string(), attributes: v.record(v.string(), v.string()) })),
  /** Scripts of `site/content/analytics.html`: their elements, the hashes of their texts, and the origins they name. */
  snippet: v.exactOptional(v.object({ html: v.string(), hashes: v.array(v.string()), origins })),
  script: origins,
  frame: origins,
  connect: origins,
});

export type OtherOrigins = v.InferOutput<typeof OtherOriginsSchema>;

export const NO_OTHER_ORIGINS: OtherOrigins = { script: [], frame: [], connect: [] };
