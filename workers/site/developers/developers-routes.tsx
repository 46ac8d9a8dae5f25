import type { Context, Hono } from "hono";
import { accepts } from "hono/accepts";
import { type ApiName, READ_BY_PAGES } from "../../../shared/api/versions/api-versions.ts";
import { pageResponse } from "../../../shared/pages/page-response.ts";
import { DISCOVERY_LINKS } from "../discovery/discovery-links.ts";
import { type SiteHono, type SitePageRequest, textHeaders } from "../page-request.ts";
import { failurePage } from "../pages/failure.tsx";
import type { PageContent } from "./content/blocks.ts";
import { markdownPage } from "./content/markdown.ts";
import { GUIDE_NAMES, type GuideName, guideContent, guidePath } from "./guides.ts";
import { DevelopersPage } from "./html/developers-page.tsx";
import { type PageData, readPageData } from "./page-data.ts";
import { changesFeed } from "./pages/changes.ts";
import { operationPage } from "./pages/operation.ts";
import { SEARCH_PATH, searchPage } from "./pages/search.ts";
import { declarationsOf } from "./reference/declarations.ts";

/** A function that returns a page's path and content; `null` if the page does not exist. */
type Find = (data: PageData) => { path: string; content: PageContent } | null;

/** Adds the developers' pages. Each is also available as Markdown, at its path with `.md` or by content negotiation. */
export function addDevelopersPages(pages: Hono<SiteHono>): void {
  for (const name of GUIDE_NAMES) {
    pages.get(guidePath(name), (c) => negotiated(c, guide(name)));
    pages.get(`${guidePath(name)}.md`, (c) => answer(c.var.request, guide(name), "markdown"));
  }
  pages.get("/developers/changes.atom", (c) => changesFeed(c.var.request));
  const search: Find = (data) => ({ path: SEARCH_PATH, content: searchPage(data) });
  pages.get(SEARCH_PATH, (c) => negotiated(c, search));
  pages.get(`${SEARCH_PATH}.md`, (c) => answer(c.var.request, search, "markdown"));
  const operationAt = (path: string) =>
    pages.get(path, (c) => {
      const find = operation(c.req.path.replace(/\.md$/, ""));
      return c.req.path.endsWith(".md") ? answer(c.var.request, find, "markdown") : negotiated(c, find);
    });
  operationAt("/developers/operations/:name");
  operationAt("/developers/operations/:version/:name");
  for (const api of ["catalogue", "account"] as const) {
    pages.get(`/developers/${api}.d.ts`, (c) => declarations(c.var.request, api));
  }
}

/** Returns the TypeScript declarations of an API, in the version that the pages document. */
async function declarations({ context, visit, requestId }: SitePageRequest, api: ApiName): Promise<Response> {
  const read = await context[api].openApi({ requestId, origin: visit.url.origin }, READ_BY_PAGES[api]);
  if (!read) return failurePage("unavailable", context.theme, visit);
  return new Response(declarationsOf(read.value), { headers: textHeaders("text/plain", null, read.maxAge) });
}

function guide(name: GuideName): Find {
  return (data) => ({ path: guidePath(name), content: guideContent(name, data) });
}

function operation(path: string): Find {
  return (data) => {
    const found = data.operations.find(({ page }) => page === path);
    return found ? { path, content: operationPage(found, data) } : null;
  };
}

/**
 * Returns the page as HTML, or as Markdown if the `Accept` header prefers it. Some language model programs request
 * Markdown.
 */
async function negotiated(c: Context<SiteHono>, find: Find): Promise<Response> {
  const html = "text/html";
  const accepted = accepts(c, { header: "Accept", supports: [html, "text/markdown"], default: html });
  const response = await answer(c.var.request, find, accepted === html ? "html" : "markdown");
  response.headers.append("Vary", "Accept");
  return response;
}

async function answer(request: SitePageRequest, find: Find, form: "html" | "markdown"): Promise<Response> {
  const { context, visit } = request;
  const { theme } = context;
  const data = await readPageData(request);
  const found = data && find(data);
  // If a version's description could not be read, the operation may be missing only temporarily.
  if (!data || !found) return failurePage(data?.isComplete ? "notFound" : "unavailable", theme, visit);
  const { maxAge, catalogue } = data;
  if (form === "markdown") {
    return new Response(markdownPage(found.content, request), { headers: textHeaders("text/markdown", visit, maxAge) });
  }
  return pageResponse(<DevelopersPage data={data} {...found} />, {
    ...{ theme, visit, maxAge, headers: DISCOVERY_LINKS },
    formsLeadTo: new URL(catalogue.server).origin === visit.url.origin ? null : new URL(catalogue.server).origin,
  });
}
