import type { Child } from "hono/jsx";
import { Layout } from "../../../shared/pages/layout.tsx";
import { layoutTexts } from "../../../shared/pages/layout-texts.ts";
import type { Theme } from "../../../shared/pages/theme.ts";
import { linkTo, type Visit } from "../../../shared/pages/visit.ts";
import type { Addresses } from "../../../shared/platform/addresses.ts";
import { addressIn, languageAlternates } from "../discovery/language-alternates.ts";

interface SitePageProps {
  theme: Theme;
  visit: Visit;
  addresses: Addresses;
  /** The page's path, by which it is found; null: it is not for search engines. */
  path: string | null;
  title: string;
  description?: string;
  width: "reading" | "wide" | "broad";
  head?: Child;
  sections?: Child;
  children: Child;
}

/** The frame of a public page: the common one, the page's one address in each language, and the way to the client area. */
export function SitePage({ addresses, path, head, ...layout }: SitePageProps) {
  return (
    <Layout
      {...layout}
      head={
        <>
          {path !== null && <OwnAddresses page={addresses.site + path} language={layout.visit.language} />}
          {head}
        </>
      }
      person={<ClientAreaLink addresses={addresses} visit={layout.visit} />}
    />
  );
}

/** Whatever else a link to the page carries, such as a currency, search engines keep one of it in each language. */
function OwnAddresses({ page, language }: { page: string; language: string }) {
  return (
    <>
      <link rel="canonical" href={addressIn(page, language)} />
      {languageAlternates(page).map(({ hreflang, href }) => (
        <link rel="alternate" hreflang={hreflang} href={href} />
      ))}
    </>
  );
}

function ClientAreaLink({ addresses: { clientArea, site }, visit }: Pick<SitePageProps, "addresses" | "visit">) {
  const isOwn = clientArea.startsWith(`${site}/`);
  return (
    <span>
      <a href={isOwn ? linkTo(visit, clientArea.slice(site.length)) : clientArea}>
        {layoutTexts[visit.language].clientArea}
      </a>
    </span>
  );
}
