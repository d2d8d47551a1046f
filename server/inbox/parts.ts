/** What the rooms of the inbox share, and how each is registered. */

import type { FastifyInstance } from "fastify";
import type { FormContent } from "../../contract/content/form-content.ts";
import type { BuildManifest } from "../../contract/http/build-manifest.ts";
import type { Calls } from "../calls/calls.ts";
import type { OpenTimes } from "../calls/offered-times.ts";
import type { ShowContent } from "../content/shown-content.ts";
import type { MailSettings } from "../deliveries/settings.ts";
import type { Limits } from "../http/rate-limit.ts";
import type { Clock } from "../leads/days.ts";
import type { ChangeNow } from "../leads/history.ts";
import type { Leads } from "../leads/submit-lead.ts";
import type { Team } from "../leads/team.ts";
import type { SiteSettings } from "../settings/env.ts";
import type { Database } from "../store/database.ts";
import type { createSessions } from "./cookies.ts";
import type { MachineState } from "./list/alarms.tsx";
import type { LoadedPages } from "./load-pages.ts";
import type { TeamPost } from "./notices/team-post.ts";

/** The clock is in the agency's zone. */
export interface InboxParts extends Clock {
  store: Database;
  manifest: BuildManifest;
  loadedPages: LoadedPages;
  settings: SiteSettings;
  form: FormContent;
  leads: Pick<Leads, "submitCaller">;
  calls: Calls;
  change: ChangeNow;
  team: Team;
  mail: MailSettings;
  post: Pick<TeamPost, "send">;
  limits: Pick<Limits, "mailedLinks">;
  sessions: ReturnType<typeof createSessions>;
  /** Whether the site still has the sample's brand. */
  isNewSite: boolean;
  machine: () => Promise<MachineState>;
  /**
   * The folder of mail files on this machine.
   * Files on other machines are not deleted.
   */
  mailFolder: string;
  /**
   * The address of the calls' calendar for a member, or for a link of the
   * command line. Undefined if calls are booked elsewhere, as `times` is.
   */
  feedFor: ((member?: string) => string) | undefined;
  times: Pick<OpenTimes, "read"> | undefined;
  /**
   * Shows visitors the content folder as it is
   * now. Undefined where nobody can write there.
   */
  showContent?: ShowContent | undefined;
}

export type Room = (app: FastifyInstance, parts: InboxParts) => void;
