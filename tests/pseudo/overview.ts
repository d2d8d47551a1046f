/** The figures of a site without leads. */
import { type FilterCounts, type Health } from "../../contract/leads-admin.ts";

export const HEALTHY: Health = {
  open: 0,
  overdue: 0,
  suspected: 0,
  undelivered: 0,
  dead: 0,
  mailToAgencyFailing: 0,
  withheld: 0,
  withheldLeads: [],
  written: 0,
  purgeWaits: 0,
};

export const NO_LEADS: FilterCounts = {
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
};
