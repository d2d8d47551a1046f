/** Services, industries, how to reach the agency, and the legal links. */
import { Brand } from "../../components/brand.tsx";
import { Links } from "../../components/links.tsx";
import { useSharedContent } from "../../components/shared-content.ts";
import { telephone } from "../../../contract/telephone.ts";
import type { HomeContent } from "../../page-content.ts";
import css from "./footer.module.css";

export function Footer({ footer, legalLinks }: Pick<HomeContent, "footer" | "legalLinks">) {
  const { contactEmail: email, contactPhone: phone } = useSharedContent().site;
  const contacts = [
    { label: email, href: `mailto:${email}`, name: `${footer.emailLabel} ${email}` },
    { label: phone, href: telephone(phone), name: `${footer.phoneLabel} ${phone}` },
  ];
  return (
    <footer className={css.footer}>
      <div className={css.inner}>
        <div className={css.about}>
          <Brand />
          <p>{footer.line}</p>
        </div>
        <List label={footer.servicesLabel} items={footer.services.map((name) => ({ name }))} />
        <List label={footer.industriesLabel} items={footer.industries} />
        <div>
          <h2>{footer.contactLabel}</h2>
          <Links links={contacts} />
        </div>
        <Links links={legalLinks} className={css.legal} />
      </div>
    </footer>
  );
}

function List({ label, items }: { label: string; items: readonly { name: string; path?: string }[] }) {
  if (items.length === 0) return null;
  return (
    <div>
      <h2>{label}</h2>
      <ul>
        {items.map(({ name, path }) => (
          <li key={name}>{path === undefined ? name : <a href={path}>{name}</a>}</li>
        ))}
      </ul>
    </div>
  );
}
