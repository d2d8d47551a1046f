/** The request that the form sends (specification, point 7) and its responses, in PostgREST's form. */

export const REST_PATH = "/rest/v1";

/** Version of the consent note, first page and referrer of the visit, separated by blanks. */
export const SOURCE_HEADER = "X-Lead-Source";

/** Response header: the path where the stored lead picks a time for its call, if there is one. */
export const OFFER_HEADER = "X-Schedule";

/** Session storage item with the tab's first page, its referrer and the steps that were counted. */
export const VISIT_ITEM = "visit";
export const COUNTED_ITEM = "counted";

/** A page posts a step of the visit here (contract/funnel.ts), then the tab's visit, separated by blanks. */
export const STEPS_PATH = "/steps";

export function uncounted(html: string): string {
  return html.replace("<html", "<html data-uncounted");
}

/** `Accept` for one row instead of an array. Source: PostgREST docs, "Singular or Plural". */
export const OBJECT_MEDIA_TYPE = "application/vnd.pgrst.object+json";

/** An error body. Source: PostgREST docs, "Errors". */
export interface RestErrorBody {
  code: string;
  message: string;
  details: string | null;
  hint: string | null;
}

export function isRestPath(url: string): boolean {
  return url === REST_PATH || url.startsWith(`${REST_PATH}/`) || url.startsWith(`${REST_PATH}?`);
}
