/** The pages of the inbox, which a route shows by their names. */
export { CallsPage } from "./calls/calls-page.tsx";
export { EditPage } from "./edit/edit-page.tsx";
export { InboxErrorPage, StalePage } from "./failure-pages.tsx";
export { LeadPage } from "./lead/lead-page.tsx";
export { ListPage } from "./list/list-page.tsx";
export {
  AnswerPage,
  CallOverPage,
  MailLeadPage,
} from "./mailed-links/mailed-pages.tsx";
export { PersonPage, ReceiptPage } from "./remove/person-page.tsx";
export { DeletePage } from "./remove/remove-pages.tsx";
export { AskPage, SignInPage } from "./sign-in/sign-in-pages.tsx";
export { SourcesPage } from "./sources/sources-page.tsx";
export { ChangesPage } from "./site/changes-page.tsx";
export { LaunchPage } from "./site/launch-page.tsx";
export { FieldsPage } from "./site/fields-page.tsx";
export { PicturesPage } from "./site/pictures-page.tsx";
export { TextsPage } from "./site/texts-page.tsx";
export { TeamPage } from "./team/team-page.tsx";
