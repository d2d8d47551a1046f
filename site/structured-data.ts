/** JSON-LD (schema.org). No ratings of our own: engines punish them (Google Search Central, "Review snippet"). */
import type { Content, Trade } from "./content/schema.ts";

export function structuredData({ site, logo, pictures, pages }: Content): object {
  const organization = `${new URL("/", site.siteUrl).href}#organization`;
  return {
    "@context": "https://schema.org",
    "@graph": [
      {
        "@type": "Organization",
        "@id": organization,
        name: site.brandName,
        url: new URL("/", site.siteUrl).href,
        description: pages.home.description,
        email: site.contactEmail,
        telephone: site.contactPhone,
        logo: new URL((logo && pictures[logo.picture]?.src) ?? "/icon-512.png", site.siteUrl).href,
      },
      {
        "@type": "WebSite",
        "@id": `${new URL("/", site.siteUrl).href}#website`,
        name: site.brandName,
        url: new URL("/", site.siteUrl).href,
        publisher: { "@id": organization },
      },
    ],
  };
}

/** Source: schema.org/Service. */
export function serviceData({ site }: Content, trade: Trade, path: string): object {
  const home = new URL("/", site.siteUrl).href;
  const url = new URL(path, home).href;
  return {
    "@context": "https://schema.org",
    "@graph": [
      {
        "@type": "Service",
        "@id": `${url}#service`,
        name: trade.headline,
        description: trade.description,
        url,
        image: new URL(`/share-image${path.replace("/", "-")}.png`, home).href,
        audience: { "@type": "BusinessAudience", audienceType: trade.name },
        provider: {
          "@type": "Organization",
          "@id": `${home}#organization`,
          name: site.brandName,
          url: home,
          telephone: site.contactPhone,
        },
      },
      ...(trade.faq.items.length > 0 ? [faqPage(trade.faq)] : []),
    ],
  };
}

/** Source: schema.org/FAQPage. */
function faqPage({ items }: Pick<Content["faq"], "items">): object {
  return {
    "@type": "FAQPage",
    mainEntity: items.map(({ question, answer }) => ({
      "@type": "Question",
      name: question,
      acceptedAnswer: { "@type": "Answer", text: answer },
    })),
  };
}
