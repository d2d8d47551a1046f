/** The figures of an inbox without leads. */
import type { LeadsOverview } from "../../contract/leads-admin.ts";

export const NO_LEADS: LeadsOverview = {
  open: 0,
  overdue: 0,
  suspected: 0,
  undelivered: 0,
  dead: 0,
  mailToAgencyFailing: 0,
  withheld: 0,
  withheldLeads: [],
  purgeWaits: 0,
  medianAnswerHours: undefined,
  days: [],
  filters: {
    open: 0,
    overdue: 0,
    mine: 0,
    answered: 0,
    booked: 0,
    won: 0,
    lost: 0,
    spam: 0,
    suspected: 0,
    all: 0,
    leads: 0,
    calls: 0,
  },
};
