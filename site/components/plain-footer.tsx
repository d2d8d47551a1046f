/** The footer of every page but the landing page and the trades': the legal links, and how to reach the agency. */
import { telephone } from "../../contract/telephone.ts";
import css from "../pages/home/footer.module.css";
import { useSharedContent } from "./shared-content.ts";

export function PlainFooter() {
  const { legalLinks, site } = useSharedContent();
  const links = [
    ...legalLinks,
    { label: site.contactEmail, href: `mailto:${site.contactEmail}` },
    { label: site.contactPhone, href: telephone(site.contactPhone) },
  ];
  return (
    <footer className={css.plain}>
      <ul className={`${css.inner} ${css.legal}`}>
        {links.map(({ label, href }) => (
          <li key={label}>
            <a href={href}>{label}</a>
          </li>
        ))}
      </ul>
    </footer>
  );
}
