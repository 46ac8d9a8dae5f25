import type { Context, Hono } from "hono";
import { accepts } from "hono/accepts";
import { pageResponse } from "../../../shared/pages/page-response.ts";
import { DISCOVERY_LINKS } from "../discovery/discovery-links.ts";
import { type SitePageRequest, textHeaders } from "../page-request.ts";
import { failurePage } from "../pages/failure.tsx";
import type { SiteHono } from "../site-context.ts";
import type { PageContent } from "./content/blocks.ts";
import { markdownPage } from "./content/markdown.ts";
import { GUIDE_NAMES, type GuideName, guideContent, guidePath } from "./guides.ts";
import { DevelopersPage } from "./html/developers-page.tsx";
import { absoluteLink } from "./html/page-link.ts";
import { allOperationEntries, type PageData, readPageData } from "./page-data.ts";
import { operationPage } from "./pages/operation.ts";
import { fieldTexts } from "./texts/field-texts.ts";

/** A page's path and content; null where there is no such page. */
type Find = (data: PageData) => { path: string; content: PageContent } | null;

/** Adds the developers' pages, each also as Markdown: at its path with `.md` behind it, and for whoever accepts Markdown. */
export function addDevelopersPages(pages: Hono<SiteHono>, requestOf: (c: Context<SiteHono>) => SitePageRequest): void {
  for (const name of GUIDE_NAMES) {
    pages.get(guidePath(name), (c) => negotiated(c, requestOf(c), guide(name)));
    pages.get(`${guidePath(name)}.md`, (c) => markdown(requestOf(c), guide(name)));
  }
  const operationAt = (path: string) =>
    pages.get(path, (c) => {
      const base = c.req.path.replace(/\.md$/, "");
      const isMarkdown = base !== c.req.path;
      return isMarkdown ? markdown(requestOf(c), operation(base)) : negotiated(c, requestOf(c), operation(base));
    });
  operationAt("/developers/operations/:name");
  operationAt("/developers/operations/:version/:name");
}

function guide(name: GuideName): Find {
  return (data) => ({ path: guidePath(name), content: guideContent(name, data) });
}

function operation(path: string): Find {
  return (data) => {
    const entry = allOperationEntries(data).find((one) => one.path === path);
    return entry ? { path, content: operationPage(entry, data) } : null;
  };
}

/** The page as HTML, or as Markdown where `Accept` names it: browsers do not, programs that read for a model do. */
async function negotiated(c: Context<SiteHono>, request: SitePageRequest, find: Find): Promise<Response> {
  const html = "text/html";
  const accepted = accepts(c, { header: "Accept", supports: [html, "text/markdown"], default: html });
  const wantsMarkdown = accepted !== html;
  const response = await (wantsMarkdown ? markdown(request, find) : page(request, find));
  response.headers.append("Vary", "Accept");
  return response;
}

async function page(request: SitePageRequest, find: Find): Promise<Response> {
  const { context, visit } = request;
  const { theme } = context;
  const data = await readPageData(request);
  if (!data) return failurePage("unavailable", theme, visit);
  const found = find(data);
  if (!found) return failurePage(isComplete(data) ? "notFound" : "unavailable", theme, visit);
  return pageResponse(<DevelopersPage theme={theme} data={data} {...found} />, {
    ...{ theme, visit, maxAge: data.maxAge, headers: DISCOVERY_LINKS },
  });
}

/** Otherwise an operation may only be unknown for now. */
function isComplete({ account, further }: PageData): boolean {
  return account !== null && further.every(({ described }) => described !== null);
}

async function markdown(request: SitePageRequest, find: Find): Promise<Response> {
  const { context, visit } = request;
  const data = await readPageData(request);
  const found = data && find(data);
  if (!data || !found) return failurePage(data && isComplete(data) ? "notFound" : "unavailable", context.theme, visit);
  const { language, addresses } = data;
  const text = markdownPage(found.content, {
    ...{ language, texts: fieldTexts[language], index: `${addresses.site}/llms.txt` },
    absolute: (href) => absoluteLink(addresses.site, visit, href),
  });
  return new Response(text, { headers: textHeaders("text/markdown", visit, data.maxAge) });
}
