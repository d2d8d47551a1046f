/** The call that the form makes (specification, point 7) and the shapes of its answers, as PostgREST has them. */

export const REST_PATH = "/rest/v1";

/** Version of the consent note, first page and referrer of the visit, with blanks between. */
export const SOURCE_HEADER = "X-Lead-Source";

/** In the answer: the path at which the stored lead picks a time for its call, where there is one. */
export const OFFER_HEADER = "X-Schedule";

/** Under which the tab keeps the first page and what referred to it, and which of its steps were counted. */
export const VISIT_ITEM = "visit";
export const COUNTED_ITEM = "counted";

/** Where a page sends a step of the visit (contract/funnel.ts), and then what the tab knows of it, with blanks between. */
export const STEPS_PATH = "/steps";

/** A page whose steps nobody counts. */
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

/** Whether an address is of the REST API, which answers in JSON whatever happens. */
export function isRestPath(url: string): boolean {
  return url === REST_PATH || url.startsWith(`${REST_PATH}/`) || url.startsWith(`${REST_PATH}?`);
}
