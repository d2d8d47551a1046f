/** The landing page: the header, then its sections in the specified order. */
import { NewTabNote } from "../../components/button.tsx";
import { usePage } from "../../components/navigation.ts";
import { pages } from "../../content/pages.ts";
import { CallBar } from "./call-bar.tsx";
import { Header } from "./header.tsx";
import { Hero } from "./hero.tsx";
import { Still } from "./still.tsx";

export { loadStillParts as loadRest } from "./still.tsx";

export function HomePage() {
  usePage(pages.home.title, "headline");
  return (
    <>
      <Header />
      <main id="main" tabIndex={-1}>
        <Hero />
        <Still part="Sections" />
      </main>
      <Still part="Footer" />
      <CallBar />
      <NewTabNote />
    </>
  );
}
