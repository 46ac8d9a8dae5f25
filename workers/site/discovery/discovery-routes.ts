import type { Hono } from "hono";
import { type PublicDocument, publicDocument } from "../../../shared/api/http/public-document.ts";
import { LANGUAGES } from "../../../shared/platform/language.ts";
import { GUIDE_NAMES, guidePath } from "../developers/guides.ts";
import { operationsOf, readReferences } from "../developers/page-data.ts";
import type { SiteHono, SitePageRequest } from "../page-request.ts";
import { PROBLEM_CODES } from "../problem-words.ts";
import type { SiteContext } from "../site-context.ts";
import { AI_CATALOG_PATH, AI_CATALOG_TYPE, aiCatalog } from "./ai-catalog.ts";
import { API_CATALOG_PATH, API_CATALOG_TYPE, apiCatalog } from "./api-catalog.ts";
import { addressIn, DISCOVERY_LINKS, languageAlternates } from "./discovery-links.ts";

const HOUR_S = 3_600;
const DAY_S = 86_400;
const TEXT = "text/plain; charset=utf-8";
/** The MCP registry requests this path from its own network, follows no redirect and reads at most 4 KiB. */
const REGISTRY_PROOF_PATH = "/.well-known/mcp-registry-auth";
const OPENAI_CHALLENGE_PATH = "/.well-known/openai-apps-challenge";
const SECURITY_TXT_PATH = "/.well-known/security.txt";

/** Adds the public documents that help clients find the service. A document without its setting is not served. */
export function addDiscovery(pages: Hono<SiteHono>, context: SiteContext): void {
  const { theme, discovery, catalogue, versions, now } = context;
  const { registryProof, openAiChallenge, securityContacts } = discovery;
  const add = (path: string, make: (request: SitePageRequest) => MadeDocument) =>
    pages.all(path, (c) => publicDocument(c.req.raw, c.var, () => make(c.var.request)));

  add(AI_CATALOG_PATH, ({ addresses }) => ({
    ...{ type: AI_CATALOG_TYPE, maxAge: HOUR_S, headers: DISCOVERY_LINKS },
    text: JSON.stringify(aiCatalog(theme.brand, addresses)),
  }));
  add(API_CATALOG_PATH, ({ addresses }) => ({
    ...{ type: API_CATALOG_TYPE, maxAge: HOUR_S, headers: DISCOVERY_LINKS },
    text: JSON.stringify(apiCatalog(addresses, versions, now().toISOString().slice(0, 10))),
  }));
  add("/robots.txt", ({ addresses }) => ({ type: TEXT, text: robotsTxt(addresses.site), maxAge: DAY_S }));
  add("/sitemap.xml", async (request) => {
    const { addresses, requestId, visit } = request;
    const question = { origin: visit.url.origin, language: "en", requestId } as const;
    const [plans, versions] = await Promise.all([catalogue.plans(question), readReferences(request)]);
    const ids = plans?.value.plans.map(({ id }) => id) ?? [];
    const operations = operationsOf(versions).map(({ page }) => page);
    const isWhole = plans !== null && versions.every(({ read }) => read !== null);
    const maxAge = isWhole ? HOUR_S : 0;
    return { type: "application/xml; charset=utf-8", text: sitemap(addresses.site, ids, operations), maxAge };
  });
  if (securityContacts.length > 0) {
    add(SECURITY_TXT_PATH, ({ addresses }) => ({
      ...{ type: TEXT, maxAge: DAY_S },
      text: securityTxt(securityContacts, addresses.site, now()),
    }));
  }
  if (registryProof !== null) {
    add(REGISTRY_PROOF_PATH, () => ({ type: TEXT, text: registryProof, maxAge: 0 }));
  }
  if (openAiChallenge !== null) {
    add(OPENAI_CHALLENGE_PATH, () => ({ type: TEXT, text: openAiChallenge, maxAge: 0 }));
  }
}

type MadeDocument = PublicDocument | Promise<PublicDocument>;

/** Returns a `robots.txt` that allows everything except domain checks on the home page. */
function robotsTxt(site: string): string {
  return `User-agent: *\nAllow: /\nDisallow: /?*domain=\n\nSitemap: ${site}/sitemap.xml\n`;
}

/**
 * Returns the sitemap (sitemaps.org, with language alternates for search engines). It lists the public pages in each
 * language.
 * @param plans ids of the plans that are sold
 * @param operations paths of the operation pages
 */
export function sitemap(site: string, plans: string[], operations: string[]): string {
  const paths = [
    "/",
    "/domains",
    "/plans",
    "/compare",
    "/status",
    ...GUIDE_NAMES.map(guidePath),
    ...operations,
    ...plans.map((id) => `/plans/${encodeURIComponent(id)}`),
    "/problems",
    ...PROBLEM_CODES.map((code) => `/problems/${code}`),
  ];
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">',
    ...paths.flatMap((path) => pageIn(site + path)),
    "</urlset>",
    "",
  ].join("\n");
}

/** Returns the entries of a page, one per language. Each entry lists all languages, including its own. */
function pageIn(page: string): string[] {
  const alternates = languageAlternates(page).map(
    ({ hreflang, href }) => `<xhtml:link rel="alternate" hreflang="${hreflang}" href="${escaped(href)}"/>`,
  );
  return LANGUAGES.map(
    (language) => `<url><loc>${escaped(addressIn(page, language))}</loc>${alternates.join("")}</url>`,
  );
}

function escaped(address: string): string {
  return address.replace(/[&<>"']/g, (sign) => `&#${sign.codePointAt(0)};`);
}

const VALID_DAYS = 180;
const DAY_MS = 86_400_000;

/**
 * Returns the text of `security.txt` (RFC 9116), with the contacts for vulnerability reports. The expiry date is
 * counted from the current day, because every request reads the current contacts.
 */
export function securityTxt(contacts: string[], site: string, now: Date): string {
  const expires = new Date((Math.floor(now.getTime() / DAY_MS) + VALID_DAYS) * DAY_MS);
  return [
    ...contacts.map((contact) => `Contact: ${contact}`),
    `Expires: ${expires.toISOString().replace(".000Z", "Z")}`,
    `Canonical: ${site}${SECURITY_TXT_PATH}`,
    "",
  ].join("\n");
}
