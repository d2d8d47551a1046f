/** The landing page in its words. */
import type { HomeWords } from "../../words.ts";
import { HomePage } from "./home-page.tsx";

export const homePage = async (words: HomeWords) => {
  const { staticWords } = words;
  const sections = staticWords && (await import("./static-sections.tsx")).staticSections(staticWords);
  return { element: () => <HomePage words={words} sections={sections} /> };
};
