/** Where the administration answers over HTTP. */
export const ADMIN_PATH = "/admin";

export const ADMIN_PATHS = {
  leads: "/leads",
  remove: "/leads/remove",
  leadsAfter: "/leads-after",
  lead: (id: string) => `/leads/${id}`,
  answer: (id: string) => `/leads/${id}/answer`,
  reopen: (id: string) => `/leads/${id}/reopen`,
  notes: (id: string) => `/leads/${id}/notes`,
  overview: "/overview",
  deliveries: "/deliveries",
  sendAgain: "/deliveries/send-again",
  test: "/test",
  health: "/health",
} as const;
