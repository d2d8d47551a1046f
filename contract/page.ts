/** Data that build, server and page exchange: the page renders the state that the server rendered, as the same tree. */
import type { BookingState } from "./booking.ts";
import type { CALL_NUMBER } from "./call-number.ts";
import type { InboxRenderer } from "./inbox.ts";
import type { LeadInput } from "./lead.ts";

export type FormValues = Partial<Record<LeadInput, string>>;

/** The inputs of the form: the lead, and the number to call where a call is booked. */
export type FormInput = LeadInput | typeof CALL_NUMBER.input;

/** A sentence about one input; shown at the field and in the banner. */
export interface FieldProblem {
  input: FormInput;
  message: string;
}

/** The form when the page opens: empty, filled from a failed post, or replaced by the confirmation. */
export type FormState =
  /** `needsScript`: there is no server behind the page that would take a post of the form. */
  | { kind: "empty"; needsScript?: true }
  | { kind: "failed"; values: FormValues; message: string; problems: readonly FieldProblem[] }
  /** `offer`: the path at which the lead picks a time for its call, where there is one. */
  | { kind: "submitted"; email?: string | undefined; offer?: string | undefined };

/** Why a call was not booked or moved as it was wanted. */
export const SCHEDULE_NOTICES = ["taken", "never", "unreadable", "has-call", "over"] as const;

/**
 * Why there is no board: every time is taken, none is ever offered, the store does not answer, or the link opens no call.
 */
export const NO_BOARD = ["full", "closed", "unavailable", "link"] as const;

interface ScheduleTimes {
  /** IANA names: in which times are shown, and the agency's own. */
  zone: string;
  agencyZone: string;
  notice?: (typeof SCHEDULE_NOTICES)[number] | undefined;
}

/** The scheduling page. Times are instants. `token`: of a lead's or a call's link; without it all of the form is asked. */
export type ScheduleState = ScheduleTimes &
  (
    | {
        view: "times";
        /** Open times of the shown days, in order, and those between them that are taken. */
        times: readonly string[];
        taken: readonly string[];
        from: string;
        earlier?: string | undefined;
        later?: string | undefined;
        /** Where a time is chosen, with `at` as a parameter. */
        path: string;
        token?: string | undefined;
      }
    | { view: "none"; why: (typeof NO_BOARD)[number] }
    | {
        view: "form";
        startsAt: string;
        /** Open times near the chosen one, once that is taken. */
        nearest: readonly string[];
        path: string;
        token?: string | undefined;
        /** Whether a phone number is asked for: the agency calls. */
        requiresPhone: boolean;
        phone: string;
      }
    | {
        view: "call";
        startsAt: string;
        state: BookingState;
        isOver: boolean;
        isNew: boolean;
        token: string;
        phone: string;
        /** The meeting link; empty for a call by phone. */
        link: string;
      }
  );

/** Everything that decides what a page looks like. `status` is the HTTP status the page is answered with. */
export interface PageState {
  path: string;
  status: number;
  form: FormState;
  schedule?: ScheduleState;
}

/** The fragment of the form page's URL once a lead is stored, so that an analytics script can count it. */
export const SENT_FRAGMENT = "#sent";

/** Sent to the window once a lead is stored, without any data, for the owner's own script. */
export const SUBMITTED_EVENT = "lead:submitted";

/** The name of the form's button, whose value is the version of the consent note beside it: pressing it is agreeing. */
export const CONSENT_FIELD = "consent";

export const PAGE_DATA_ID = "page-data";

/** Id of the template that holds the script which counts visits, where the owner has one. */
export const ANALYTICS_ID = "analytics";

/** Stands in the built HTML where the server writes the public key. */
export const PUBLIC_KEY_PLACEHOLDER = "%LEADS_PUBLIC_KEY%";

/** `<meta>` names under which the page finds where and with which key it sends a lead. */
export const PUBLIC_KEY_META = "leads-key";
/** Names the site on a home screen. It is requested last, since no page needs it. */
export const WEB_MANIFEST = "/site.webmanifest";
export const API_URL_META = "leads-api";

/** Renders what cannot be prerendered, in words that it was given once. */
export interface Renderer {
  renderPage(state: PageState): Promise<string>;
  inbox: InboxRenderer;
}

/** The exports of `render/render.js`. The content is in `render/input.json`. */
export interface RendererModule {
  /** @throws when the input is not what the build writes there */
  createRenderer(input: unknown): Renderer;
}
