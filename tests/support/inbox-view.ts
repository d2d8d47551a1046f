/** A page of the inbox with its properties, for tests that draw or read every page. */
import type { InboxState } from "../../server/inbox/frame.tsx";
import type {
  InboxPages,
  InboxPage,
  InboxProps,
} from "../../server/inbox/pages.tsx";

export type ViewOf<Name extends InboxPage> = { view: Name } & InboxProps<Name>;
export type InboxView = { [Name in InboxPage]: ViewOf<Name> }[InboxPage];

export const draw = (pages: InboxPages, view: InboxView, state: InboxState) =>
  pages.render(view.view, view, state);
