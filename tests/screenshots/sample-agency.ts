/** Thirty invented days of the agency in the pictures: visits, leads, and the work of Ana and Ben. */
import { emptyLead, type LeadFields } from "../../contract/lead.ts";

const ANA = "ana@agency.example";
const BEN = "ben@agency.example";

/** When the pictures are taken: a Friday afternoon in New York. */
export const NOW = Date.parse("2026-11-20T20:30:00Z");

/** Where a visit began, and what led to it: a page and a referrer, as a page sends them. */
const SOURCES = {
  direct: "https://agency.example/",
  search: "https://agency.example/ https://www.google.com/",
  advertisement: "https://agency.example/?utm_source=google+ads&utm_campaign=missed-calls",
  facebook: "https://agency.example/?utm_source=facebook&utm_campaign=fall-tune-up https://l.facebook.com/",
  newsletter: "https://agency.example/?utm_source=newsletter&utm_medium=email",
  chat: "https://agency.example/ https://chatgpt.com/",
} as const;

export interface SampleLead {
  /** How long before the pictures it came. */
  hoursAgo: number;
  source: string;
  fields: LeadFields;
  /** By whom, and how many hours after the lead came. */
  work: { after: number; by: string; did: "answered" | "booked" | "lost" | "won"; note?: string }[];
}

function lead(
  hoursAgo: number,
  source: keyof typeof SOURCES,
  fields: Partial<LeadFields>,
  ...work: SampleLead["work"]
): SampleLead {
  return { hoursAgo, source: SOURCES[source], fields: { ...emptyLead(), ...fields }, work };
}

export const LEADS: readonly SampleLead[] = [
  lead(
    610,
    "advertisement",
    {
      name: "Chris Avery",
      email: "chris@averygrooming.example",
      company_name: "Avery Pet Grooming",
      selected_service: "appointment-scheduling",
      problems: "No-shows on Saturdays. Nobody has time to remind people.",
    },
    { after: 5, by: BEN, did: "booked" },
  ),
  lead(
    430,
    "search",
    {
      name: "Tom Aldridge",
      email: "tom@aldridgelandscape.example",
      company_name: "Aldridge Landscaping",
      selected_service: "automated-followups",
      problems: "I send forty quotes in spring and hear back on ten.",
    },
    { after: 9, by: ANA, did: "answered" },
    { after: 100, by: ANA, did: "lost" },
  ),
  lead(
    320,
    "advertisement",
    {
      name: "Marcus Bell",
      email: "marcus@bellheating.example",
      company_name: "Bell Heating & Air",
      selected_service: "ai-chatbot",
      problems: "The first cold week costs us half the calls.",
    },
    { after: 2, by: ANA, did: "booked" },
    { after: 120, by: ANA, did: "won" },
  ),
  lead(
    190,
    "search",
    {
      name: "Ben Carter",
      email: "ben@carterplumbing.example",
      company_name: "Carter Plumbing & Sons",
      selected_service: "crm-integration",
      problems: "Customers are in three notebooks and two phones.",
    },
    { after: 4, by: BEN, did: "booked" },
    { after: 96, by: BEN, did: "won" },
  ),
  lead(
    75,
    "direct",
    {
      name: "Nina Foster",
      email: "nina@fosterelectric.example",
      company_name: "Foster Electric",
      selected_service: "custom-ai-automation",
      problems: "Permits, inspections and invoices, all by hand.",
    },
    { after: 3, by: BEN, did: "answered" },
  ),
  lead(
    52,
    "facebook",
    {
      name: "Dana Ortiz",
      email: "dana@ortizhvac.example",
      company_name: "Ortiz HVAC",
      selected_service: "ai-chatbot",
      problems:
        "We miss about ten calls a week after five. Best to call me at (201) 555-0142.\nQuotes go quiet.",
      additional_info: "Four vans, two of us in the office.",
    },
    {
      after: 1.2,
      by: BEN,
      did: "answered",
      note: "Called back. Wants the chat on the site and on her Google profile.",
    },
    { after: 4, by: ANA, did: "booked" },
  ),
  lead(29, "direct", {
    name: "Eve Long",
    email: "eve@long-offers.example",
    company_name: "Best casino and forex",
    selected_service: "custom-ai-automation",
    problems: "Dear owner, see [url=https://offers.example]our backlinks[/url] and rank on Google in a week.",
  }),
  lead(24.7, "facebook", {
    name: "Lena Kowalski",
    email: "lena@kowalskirepair.example",
    company_name: "Kowalski Electric and Repair",
    selected_service: "appointment-scheduling",
    problems: "One person, one phone, both hands in a panel.",
  }),
  lead(21.4, "advertisement", {
    name: "Priya Nair",
    email: "priya@nairclean.example",
    company_name: "Nair Move-Out Cleaning",
    selected_service: "automated-followups",
    problems: "Inquiries come at eleven at night. By the morning they have booked somebody else.",
  }),
  lead(9.1, "newsletter", {
    name: "Maximiliana Featherstonehaugh-Wolfeschlegelstein",
    email: "maximiliana@featherstonehaugh.example",
    company_name: "Featherstonehaugh Plumbing & Heating",
    selected_service: "crm-integration",
    problems: "Nobody knows which customer has which boiler.",
  }),
  lead(3.3, "advertisement", {
    name: "דנה כהן",
    email: "dana@cohenclean.example",
    company_name: "Cohen Cleaning",
    selected_service: "ai-chatbot",
    problems: "Half of our customers write in Hebrew, and only I can answer.",
  }),
  lead(0.2, "chat", {
    name: "Sam Porter",
    email: "sam@porter-heating.example",
    company_name: "Porter Heating and Air",
    selected_service: "ai-chatbot",
    problems: "We miss about ten calls a week after 5 pm.",
  }),
];

/** How many visits of each source came to each step; what was sent is counted where the leads come in. */
export const VISITS = [
  { source: SOURCES.advertisement, visits: 212, begun: 34, failed: 1, scheduler: 9, demo: 41 },
  { source: SOURCES.direct, visits: 164, begun: 19, failed: 0, scheduler: 12, demo: 22 },
  { source: SOURCES.facebook, visits: 97, begun: 9, failed: 0, scheduler: 2, demo: 25 },
  { source: SOURCES.search, visits: 88, begun: 12, failed: 0, scheduler: 5, demo: 11 },
  { source: SOURCES.chat, visits: 31, begun: 6, failed: 0, scheduler: 3, demo: 4 },
  { source: SOURCES.newsletter, visits: 26, begun: 4, failed: 0, scheduler: 1, demo: 6 },
] as const;
