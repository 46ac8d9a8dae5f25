import type { Context } from "hono";
import { requestId } from "hono/request-id";
import { Hono } from "hono/tiny";
import { OperationError, toProblem } from "../../shared/api/definition/problems.ts";
import { measuredPages } from "../../shared/api/http/measure-request.ts";
import { problemResponse } from "../../shared/api/http/responses.ts";
import { STYLESHEET_PATH, stylesheetResponse } from "../../shared/pages/stylesheet.ts";
import { visitOf } from "../../shared/pages/visit.ts";
import { isForPrograms } from "../../shared/platform/addresses.ts";
import { addressHeaders } from "../../shared/platform/caller-address.ts";
import { LANGUAGES } from "../../shared/platform/language.ts";
import { log } from "../../shared/platform/log.ts";
import { addDevelopersPages } from "./developers/developers-routes.tsx";
import { addDiscovery } from "./discovery/discovery-routes.ts";
import { llmsFull } from "./llms/llms-full.ts";
import { llmsTxt } from "./llms/llms-txt.ts";
import type { SiteHono } from "./page-request.ts";
import { compare } from "./pages/compare.tsx";
import { domains } from "./pages/domains.tsx";
import { type Failure, failurePage } from "./pages/failure.tsx";
import { home } from "./pages/home.tsx";
import { favicon, icon } from "./pages/icons.ts";
import { plan } from "./pages/plan.tsx";
import { plans } from "./pages/plans.tsx";
import { problem, problemList } from "./pages/problem.tsx";
import { status } from "./pages/status.tsx";
import type { SiteContext } from "./site-context.ts";

export function sitePages(context: SiteContext): Hono<SiteHono> {
  const { theme, addressesOf } = context;
  const pages = new Hono<SiteHono>({ strict: false });
  const fail = (c: Context, failure: Failure) => failurePage(failure, theme, visitOf(c.req.raw));

  pages.use(requestId({ headerName: "" }), async (c, next) => {
    await next();
    if (c.res.status === 503) log("page_unavailable", { request_id: c.var.requestId });
    c.header("X-Request-Id", c.var.requestId);
  });
  if (context.metrics) pages.use(measuredPages(context.metrics));

  pages.use(async (c, next) => {
    if (STYLESHEET_PATH.test(c.req.path)) return stylesheetResponse(theme.stylesheet, c.req.path);
    const addresses = addressesOf(c.req.url);
    if (!addresses) {
      return isForPrograms(c.req.path) ? nothingHere(c, addressesOf.siteElsewhere) : fail(c, "foreignHost");
    }
    c.set("addresses", addresses);
    c.set("request", {
      ...{ context, addresses, requestId: c.var.requestId },
      ...{ visit: visitOf(c.req.raw), visitor: addressHeaders(c.req.raw) },
    });
    return next();
  });

  pages.get("/", (c) => home(c.var.request));
  pages.get("/domains", (c) => domains(c.var.request));
  pages.get("/plans", (c) => plans(c.var.request));
  pages.get("/compare", (c) => compare(c.var.request));
  pages.get("/plans/:id", async (c) => (await plan(c.var.request, c.req.param("id"))) ?? fail(c, "notFound"));
  addDevelopersPages(pages);
  pages.get("/status", (c) => status(c.var.request));
  pages.get("/problems", (c) => problemList(c.var.request));
  pages.get("/problems/:code", (c) => problem(c.var.request, c.req.param("code")));
  pages.get("/llms.txt", (c) => llmsTxt(c.var.request));
  pages.get("/llms-full.txt", (c) => llmsFull(c.var.request));
  pages.get("/favicon.svg", () => favicon(theme));
  pages.get("/icon.png", icon(theme));
  // Some browsers request this path even if the page links to another icon.
  pages.get("/favicon.ico", (c) => c.redirect("/favicon.svg", 301));
  for (const { path } of [...pages.routes].filter(({ method }) => method === "GET")) {
    pages.all(path, (c) => fail(c, "methodNotAllowed"));
  }
  addDiscovery(pages, context);

  pages.notFound((c) => (isForPrograms(c.req.path) ? nothingHere(c, c.var.addresses.site) : fail(c, "notFound")));
  pages.onError((error, c) => {
    log("page_failed", { request_id: c.var.requestId, path: c.req.routePath, cause: error });
    return fail(c, "internalError");
  });
  return pages;
}

function nothingHere(c: Context<SiteHono>, site: string): Response {
  const refusal = new OperationError("not_found", {
    en: "There is nothing at this address.",
    fr: "Il n’y a rien à cette adresse.",
  });
  const asked = c.req.query("lang");
  const language = LANGUAGES.find((known) => known === asked) ?? "en";
  return problemResponse(toProblem(refusal, { site, language, requestId: c.var.requestId }));
}
