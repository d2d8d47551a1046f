/** "/book-call" in its words. */
import type { FormState } from "../../../contract/page.ts";
import type { BookCallWords } from "../../words.ts";
import { BookCallPage } from "./book-call-page.tsx";

export const bookCallPage = (words: BookCallWords) => ({
  element: (opened: FormState) => <BookCallPage words={words} opened={opened} />,
});
