import { type AddressBook, isForPrograms } from "../../platform/addresses.ts";
import type { JurisdictionGuard } from "../../platform/jurisdiction.ts";
import { LANGUAGES } from "../../platform/language.ts";
import { OperationError, toProblem } from "../definition/problems.ts";
import { problemResponse } from "./responses.ts";

/** A request handler: a Worker, or a wrapper around one. */
export interface FetchHandler<Rest extends unknown[]> {
  fetch(request: Request, ...rest: Rest): Response | Promise<Response>;
}

/**
 * Handles plain-http requests before they reach a Worker. It redirects page requests to https (308). Every other
 * request gets 403 `https_required`, and its credentials, cookies and forms are not read. Loopback requests pass,
 * because loopback has no https. Requests to an unknown host also pass, and the Worker refuses them with 404.
 */
export function httpsOnly<Rest extends unknown[]>(
  addressesOf: AddressBook,
  worker: FetchHandler<Rest>,
): FetchHandler<Rest> {
  return {
    fetch(request, ...rest) {
      if (!PLAIN_HTTP.test(request.url)) return worker.fetch(request, ...rest);
      return answerPlainHttp(request, addressesOf) ?? worker.fetch(request, ...rest);
    },
  };
}

/** Matches a plain-http URL that is not on loopback. A text comparison avoids parsing the URL of every request. */
const PLAIN_HTTP = /^http:(?!\/\/(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?\/)/;

function answerPlainHttp(request: Request, addressesOf: AddressBook): Response | null {
  const url = new URL(request.url);
  const origin = addressesOf.httpsOriginOf(url);
  const addresses = origin && addressesOf(`${origin}/`);
  if (!addresses) return null;
  const isPage = (request.method === "GET" || request.method === "HEAD") && !isForPrograms(url.pathname);
  if (isPage) return Response.redirect(`${origin}${url.pathname}${url.search}`, 308);
  const language = LANGUAGES.find((known) => known === url.searchParams.get("lang")) ?? "en";
  const site = addresses.site.replace(/^http:/, "https:");
  return problemResponse(toProblem(HTTPS_REQUIRED, { site, language, requestId: crypto.randomUUID() }));
}

const HTTPS_REQUIRED = new OperationError("https_required", {
  en: "Send this over https. The request was not read. If it had a token or password, it crossed the network unencrypted, so replace it.",
  fr: "Envoyez ceci en https. Ce qui a été envoyé n’a pas été examiné ; un jeton ou un mot de passe qui s’y trouvait a circulé en clair : remplacez-le.",
});

/**
 * Wraps a Worker. If the installation was created in a jurisdiction other than the configured one, every request gets
 * 503 and the Worker is not called.
 */
export function jurisdictionKept<Rest extends unknown[]>(
  guard: JurisdictionGuard,
  worker: FetchHandler<Rest>,
): FetchHandler<Rest> {
  return {
    async fetch(request, ...rest) {
      const requestId = crypto.randomUUID();
      if (await guard.isKept(requestId)) return worker.fetch(request, ...rest);
      const { origin } = new URL(request.url);
      return problemResponse(toProblem(NOT_KEPT, { site: origin, language: "en", requestId }));
    },
  };
}

const NOT_KEPT = new OperationError(
  "server_unavailable",
  {
    en: "The service is misconfigured at the moment, and nothing was done. Its operator has been notified.",
    fr: "Le service est mal configuré en ce moment et rien n’a été fait. Son exploitant en a été informé.",
  },
  { retryAfter: 60 },
);
