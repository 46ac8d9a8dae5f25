import type { Child } from "hono/jsx";
import type { Brand } from "../../../shared/pages/brand.ts";
import { Layout, type LayoutProps, layoutTexts } from "../../../shared/pages/layout.tsx";
import { linkTo, type Visit } from "../../../shared/pages/visit.ts";
import type { Language } from "../../../shared/platform/language.ts";
import { addressIn, DISCOVERY_RELATIONS, languageAlternates } from "../discovery/discovery-links.ts";
import type { SitePageRequest } from "../page-request.ts";

interface SitePageProps {
  request: SitePageRequest;
  /** The page's path in its canonical URL; `null` if the page has no canonical URL. */
  path: string | null;
  title: string;
  description?: string;
  width: LayoutProps["width"];
  head?: Child;
  /** Links that replace those to the shop's sections. */
  sections?: Child;
  search?: Child;
  choices?: Child;
  children: Child;
}

/**
 * Renders the frame of a public page: the common layout, the canonical URL of each language, and a client area link.
 */
export function SitePage({ request, path, head, sections, ...layout }: SitePageProps) {
  const { context, visit, addresses } = request;
  const { brand } = context.theme;
  return (
    <Layout
      {...layout}
      theme={context.theme}
      visit={visit}
      head={
        <>
          {path !== null && <OwnAddresses page={addresses.site + path} language={visit.language} />}
          <Preview brand={brand} site={addresses.site} title={layout.title} description={layout.description} />
          {head}
        </>
      }
      sections={sections ?? <ShopLinks brand={brand} visit={visit} />}
      person={<ClientAreaLink addresses={addresses} visit={visit} />}
    />
  );
}

/**
 * Renders the page's canonical URL and its URLs in all languages. They have no other parameters, such as a currency.
 */
function OwnAddresses({ page, language }: { page: string; language: Language }) {
  return (
    <>
      <link rel="canonical" href={addressIn(page, language)} />
      <meta property="og:url" content={addressIn(page, language)} />
      {languageAlternates(page).map(({ hreflang, href }) => (
        <link rel="alternate" hreflang={hreflang} href={href} />
      ))}
    </>
  );
}

type PreviewProps = { brand: Brand; site: string; title: string; description: string | undefined };

/** Renders the data for link previews on other sites (Open Graph). */
function Preview({ brand, site, title, description }: PreviewProps) {
  return (
    <>
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={brand.name} />
      <meta property="og:title" content={title} />
      {description && <meta property="og:description" content={description} />}
      <meta property="og:image" content={brand.socialImage ?? `${site}/icon.png`} />
      <meta name="twitter:card" content={brand.socialImage ? "summary_large_image" : "summary"} />
    </>
  );
}

/** Renders the links to the sections of the shop. */
function ShopLinks({ brand, visit }: { brand: Brand; visit: Visit }) {
  const texts = layoutTexts[visit.language];
  const links: [address: string | null, label: string][] = [
    [linkTo(visit, "/domains"), texts.domains],
    [linkTo(visit, "/plans"), texts.hosting],
    ...brand.menu.map(({ label, address }): [string, string] => [
      address.startsWith("/") ? linkTo(visit, address) : address,
      label[visit.language],
    ]),
    [linkTo(visit, "/compare"), texts.compare],
    [brand.support, texts.support],
  ];
  return (
    <nav class="main-nav" aria-label={texts.products}>
      {links.map(
        ([address, label]) =>
          address !== null && (
            <a href={address} aria-current={isHere(address, visit) ? "page" : undefined}>
              {label}
            </a>
          ),
      )}
    </nav>
  );
}

function isHere(address: string, { url }: Visit): boolean {
  const linked = new URL(address, url);
  const line = linked.searchParams.get("line");
  return linked.pathname === url.pathname && linked.origin === url.origin && line === url.searchParams.get("line");
}

function ClientAreaLink({ addresses: { clientArea, site }, visit }: Pick<SitePageRequest, "addresses" | "visit">) {
  const texts = layoutTexts[visit.language];
  const isOwn = clientArea.startsWith(`${site}/`);
  return (
    <a class="button" href={isOwn ? linkTo(visit, clientArea.slice(site.length)) : clientArea}>
      {isOwn ? texts.signIn : texts.clientArea}
    </a>
  );
}

/**
 * Renders links to the service's machine-readable descriptions in a page's head, for programs that ignore HTTP headers.
 */
export function DiscoveryHead() {
  return (
    <>
      {DISCOVERY_RELATIONS.map(({ rel, href, type }) => (
        <link rel={rel} href={href} type={type} />
      ))}
    </>
  );
}
