/** Names of the fields of forms. */
export const INBOX_FIELDS = {
  note: "text",
  mark: "mark",
  /**
   * The list sends one {@link tickOf} for each
   * lead. Other forms join all ticks by spaces.
   */
  lead: "lead",
  seen: "seen",
  back: "back",
  from: "from",
  email: "email",
  /**
   * Of the team's page: what a member gets and
   * may do, what all share, and whom to remove.
   */
  mails: "mails",
  role: "role",
  takesLeads: "takesLeads",
  inTurn: "inTurn",
  runner: "runner",
  runnerPhone: "runnerPhone",
  removed: "removed",
  /**
   * Whose sign-ins end; empty for those that links of the command line opened.
   */
  signedOut: "signedOut",
  /** The address of the member who takes the lead. */
  owner: "owner",
  followUpOn: "followUpOn",
  /**
   * Of a lead's page: a call and what to do with
   * it, a note, and a delivery to send again.
   */
  call: "call",
  callChange: "action",
  correctedNote: "noteId",
  delivery: "delivery",
  /** What the pressed button does. */
  action: "do",
  /**
   * Of the site's editor: the page, a JSON
   * pointer, and which place of the text.
   */
  page: "page",
  at: "at",
  turn: "turn",
  /** The version of the value that the form shows. */
  was: "was",
  /**
   * The name of a picture of the content folder, and a picture to put there.
   */
  picture: "picture",
  file: "file",
  /** Of a page: the file that it begins from, its address and its name. */
  address: "address",
  name: "name",
} as const;

/** The id of the editor's form, to which the field in the page belongs. */
export const EDIT_FORM = "edit-form";

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
