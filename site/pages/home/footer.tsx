import type { ComponentProps } from "react";
import { Brand } from "../../components/brand.tsx";
import { contactLinks, LinkList } from "../../components/links.tsx";
import { useSharedContent } from "../../components/shared-content.ts";
import type { HomeContent } from "../../page-content.ts";
import css from "./footer.module.css";

export function Footer({
  footer,
  legalLinks,
}: Pick<HomeContent, "footer" | "legalLinks">) {
  const [email, phone] = contactLinks(useSharedContent().site);
  const contacts = [
    { ...email, name: `${footer.emailLabel} ${email.label}` },
    { ...phone, name: `${footer.phoneLabel} ${phone.label}` },
  ];
  return (
    <footer className={css.footer}>
      <div className={css.inner}>
        <div className={css.about}>
          <Brand />
          <p>{footer.line}</p>
          {footer.company.map((line) => (
            <p key={line}>{line}</p>
          ))}
        </div>
        <List
          heading={footer.servicesLabel}
          links={footer.services.map((label) => ({ label }))}
        />
        <List heading={footer.industriesLabel} links={footer.industries} />
        <List heading={footer.contactLabel} links={contacts} />
        <LinkList links={legalLinks} className={css.legal} />
      </div>
    </footer>
  );
}

function List({
  heading,
  links,
}: ComponentProps<typeof LinkList> & { heading: string }) {
  if (links.length === 0) return null;
  return (
    <div>
      <h2>{heading}</h2>
      <LinkList links={links} />
    </div>
  );
}
