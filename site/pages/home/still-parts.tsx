/** What `still.tsx` keeps out of the browser until it is needed. */
import { About } from "./about.tsx";
import { Contact } from "./contact.tsx";
import { Features } from "./features.tsx";
import { Testimonials } from "./testimonials.tsx";

export { Footer } from "./footer.tsx";

export function Sections() {
  return (
    <>
      <About />
      <Features />
      <Testimonials />
      <Contact />
    </>
  );
}
