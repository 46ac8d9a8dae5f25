import type { Child } from "hono/jsx";
import { Layout, layoutTexts } from "../../../shared/pages/layout.tsx";
import { linkTo } from "../../../shared/pages/visit.ts";
import type { Language } from "../../../shared/platform/language.ts";
import { addressIn, DISCOVERY_RELATIONS, languageAlternates } from "../discovery/discovery-links.ts";
import type { SitePageRequest } from "../page-request.ts";

interface SitePageProps {
  request: SitePageRequest;
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
export function SitePage({ request, path, head, ...layout }: SitePageProps) {
  const { context, visit, addresses } = request;
  return (
    <Layout
      {...layout}
      theme={context.theme}
      visit={visit}
      head={
        <>
          {path !== null && <OwnAddresses page={addresses.site + path} language={visit.language} />}
          {head}
        </>
      }
      person={<ClientAreaLink addresses={addresses} visit={visit} />}
    />
  );
}

/** Whatever else a link to the page carries, such as a currency, search engines keep one of it in each language. */
function OwnAddresses({ page, language }: { page: string; language: Language }) {
  return (
    <>
      <link rel="canonical" href={addressIn(page, language)} />
      {languageAlternates(page).map(({ hreflang, href }) => (
        <link rel="alternate" hreflang={hreflang} href={href} />
      ))}
    </>
  );
}

function ClientAreaLink({ addresses: { clientArea, site }, visit }: Pick<SitePageRequest, "addresses" | "visit">) {
  const isOwn = clientArea.startsWith(`${site}/`);
  return (
    <span>
      <a href={isOwn ? linkTo(visit, clientArea.slice(site.length)) : clientArea}>
        {layoutTexts[visit.language].clientArea}
      </a>
    </span>
  );
}

/** Links in a page's head to what describes the service to programs: some look there and not at headers. */
export function DiscoveryHead() {
  return (
    <>
      {DISCOVERY_RELATIONS.map(({ rel, href, type }) => (
        <link rel={rel} href={href} type={type} />
      ))}
    </>
  );
}
