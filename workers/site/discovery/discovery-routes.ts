import type { Context, Hono } from "hono";
import { type PublicDocument, publicDocument } from "../../../shared/api/http/public-document.ts";
import type { Addresses } from "../../../shared/platform/addresses.ts";
import { operationPaths, readFurther } from "../developers/page-data.ts";
import type { SiteContext, SiteHono } from "../site-context.ts";
import { AI_CATALOG_PATH, AI_CATALOG_TYPE, aiCatalog } from "./ai-catalog.ts";
import { API_CATALOG_PATH, API_CATALOG_TYPE, apiCatalog } from "./api-catalog.ts";
import { DISCOVERY_LINKS } from "./discovery-links.ts";
import { SECURITY_TXT_PATH, securityTxt } from "./security-txt.ts";
import { sitemap } from "./sitemap.ts";

const HOUR_S = 3_600;
const DAY_S = 86_400;
const TEXT = "text/plain; charset=utf-8";
/** The MCP registry asks for it from its own network, follows no redirect and reads at most 4 KiB. */
const REGISTRY_PROOF_PATH = "/.well-known/mcp-registry-auth";
const OPENAI_CHALLENGE_PATH = "/.well-known/openai-apps-challenge";

/** Adds the documents by which the service is found, each a public one; those that nothing is set for stay unknown addresses. */
export function addDiscovery(pages: Hono<SiteHono>, context: SiteContext): void {
  const { theme, discovery, catalogue, account, versions, now } = context;
  const { registryProof, openAiChallenge, securityContacts } = discovery;
  const add = (path: string, make: (addresses: Addresses, c: Context<SiteHono>) => Made) =>
    pages.all(path, (c) => publicDocument(c.req.raw, c.var, () => make(c.var.addresses, c)));

  add(AI_CATALOG_PATH, (addresses) => ({
    ...{ type: AI_CATALOG_TYPE, maxAge: HOUR_S, headers: DISCOVERY_LINKS },
    text: JSON.stringify(aiCatalog(theme.brand, addresses)),
  }));
  add(API_CATALOG_PATH, (addresses) => ({
    ...{ type: API_CATALOG_TYPE, maxAge: HOUR_S, headers: DISCOVERY_LINKS },
    text: JSON.stringify(apiCatalog(addresses, versions, now().toISOString().slice(0, 10))),
  }));
  add("/robots.txt", ({ site }) => ({ type: TEXT, text: robotsTxt(site), maxAge: DAY_S }));
  add("/sitemap.xml", async ({ site }, { req, var: { requestId } }) => {
    const question = { origin: new URL(req.url).origin, language: "en", requestId } as const;
    const answers = await Promise.all([
      catalogue.plans(question),
      catalogue.openApi(question),
      account.openApi(question),
      readFurther(context, (part, major) => context[part].openApi(question, major)),
    ]);
    const [plans, ofCatalogue, ofAccount, further] = answers;
    const ids = plans?.value.plans.map(({ id }) => id) ?? [];
    const operations = operationPaths(
      ofCatalogue?.value ?? null,
      ofAccount?.value ?? null,
      further.map(({ described, ...of }) => ({ ...of, described: described?.value ?? null })),
    );
    const isWhole = !answers.includes(null) && further.every(({ described }) => described !== null);
    const maxAge = isWhole ? HOUR_S : 0;
    return { type: "application/xml; charset=utf-8", text: sitemap(site, ids, operations), maxAge };
  });
  if (securityContacts.length > 0) {
    add(SECURITY_TXT_PATH, ({ site }) => ({
      ...{ type: TEXT, maxAge: DAY_S },
      text: securityTxt(securityContacts, site, now()),
    }));
  }
  if (registryProof !== null) {
    add(REGISTRY_PROOF_PATH, () => ({ type: TEXT, text: registryProof, maxAge: 0 }));
  }
  if (openAiChallenge !== null) {
    add(OPENAI_CHALLENGE_PATH, () => ({ type: TEXT, text: openAiChallenge, maxAge: 0 }));
  }
}

type Made = PublicDocument | Promise<PublicDocument>;

/** Allows everything but domain checks on the home page. */
function robotsTxt(site: string): string {
  return `User-agent: *\nAllow: /\nDisallow: /?*domain=\n\nSitemap: ${site}/sitemap.xml\n`;
}
