/** Names of the fields of forms. */
export const INBOX_FIELDS = {
  note: "text",
  mark: "mark",
  /** The list sends one {@link tickOf} for each lead. Other forms join all ticks by spaces. */
  lead: "lead",
  seen: "seen",
  back: "back",
  from: "from",
  email: "email",
  mails: "mails",
  /** The address of the member who takes the lead. An empty value gives the lead back. */
  owner: "owner",
  followUpOn: "followUpOn",
} as const;

/** Names a lead and the version that the page shows. */
export function tickOf({
  lead,
  version,
}: {
  lead: { id: string };
  version: number;
}): string {
  return `${lead.id}.${version}`;
}
