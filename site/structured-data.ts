/**
 * JSON-LD for search engines. No ratings of our own: engines ignore or punish reviews that a business publishes
 * about itself. Source: schema.org; Google Search Central, "Review snippet" guidelines.
 */
import type { Content } from "./content/schema.ts";

export function structuredData({ site, logo, pictures, faq, pages, footer, services }: Content): object {
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
        image: new URL("/share-image.png", site.siteUrl).href,
        knowsAbout: footer.industries,
        makesOffer: services.map(({ label: name }) => ({
          "@type": "Offer",
          itemOffered: { "@type": "Service", name },
        })),
      },
      {
        "@type": "WebSite",
        "@id": `${new URL("/", site.siteUrl).href}#website`,
        name: site.brandName,
        url: new URL("/", site.siteUrl).href,
        publisher: { "@id": organization },
        inLanguage: "en-US",
      },
      ...(faq.items.length > 0 ? [faqPage(faq)] : []),
    ],
  };
}

/** Source: schema.org/FAQPage. */
function faqPage({ items }: Content["faq"]): object {
  return {
    "@type": "FAQPage",
    mainEntity: items.map(({ question, answer }) => ({
      "@type": "Question",
      name: question,
      acceptedAnswer: { "@type": "Answer", text: answer },
    })),
  };
}
