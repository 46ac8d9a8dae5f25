import { getPath } from "hono/utils/url";
import { type AddressBook, type Addresses, isUnder } from "../../platform/addresses.ts";
import { LANGUAGES, type Language } from "../../platform/language.ts";
import { OperationError, toProblem } from "../definition/problems.ts";
import type { FetchHandler } from "../http/before-worker.ts";
import { preflight, problemResponse } from "../http/responses.ts";
import { type ApiName, type ApiVersion, successorOf, versionPath } from "./api-versions.ts";

/** The notice that every response of a deprecated version has. */
export interface VersionNotice {
  api: ApiName;
  major: number;
  /** The path prefix of the version's URLs. */
  path: string;
  /** Time from which the version is deprecated, in epoch milliseconds. */
  deprecated: number;
  /** Time at which the version ends, in epoch milliseconds. */
  sunset: number;
  /** The path of the page that lists the changes that clients must make. */
  notice: string;
  /** The path of the OpenAPI document of the replacing version; `null` if no version replaces this one. */
  successor: string | null;
}

/** Returns the notices of an API's deprecated versions. */
export function versionNotices(api: ApiName, versions: readonly ApiVersion[]): VersionNotice[] {
  return versions.flatMap((version) => {
    if (version.deprecated === undefined) return [];
    const { major, deprecated, sunset, notice } = version;
    const successor = successorOf(versions, version);
    return {
      ...{ api, major, notice },
      path: versionPath(api, version),
      deprecated: Date.parse(deprecated),
      sunset: Date.parse(sunset),
      successor: successor ? `${versionPath(api, successor)}/openapi.json` : null,
    };
  });
}

/**
 * Adds `Deprecation` (RFC 9745), `Sunset` (RFC 8594) and `Link` (RFC 5829) to every response of a deprecated version.
 * The links lead to the notice and to the successor. A response that another Worker has already marked stays unchanged.
 */
export function announceVersions<Rest extends unknown[]>(
  notices: readonly VersionNotice[],
  addressesOf: AddressBook,
  worker: FetchHandler<Rest>,
): FetchHandler<Rest> {
  if (notices.length === 0) return worker;
  return {
    async fetch(request, ...rest) {
      const response = await worker.fetch(request, ...rest);
      const notice = noticeAt(notices, request);
      const addresses = notice && addressesOf(request.url);
      if (!addresses || response.headers.has("Deprecation")) return response;
      const announced = new Response(response.body, response);
      announced.headers.set("Deprecation", `@${notice.deprecated / 1000}`);
      announced.headers.set("Sunset", new Date(notice.sunset).toUTCString());
      announced.headers.append("Link", linksOf(notice, addresses));
      return announced;
    },
  };
}

function linksOf({ api, notice, successor }: VersionNotice, { site, catalogue, base }: Addresses): string {
  const page = `<${site}${notice}>`;
  const { origin } = new URL(api === "account" ? base : catalogue);
  return [
    `${page}; rel="deprecation"; type="text/html"`,
    `${page}; rel="sunset"; type="text/html"`,
    ...(successor === null ? [] : [`<${origin}${successor}>; rel="successor-version"`]),
  ].join(", ");
}

/**
 * The methods in a preflight response. They include every method, because a browser can read the refusal only after a
 * successful preflight.
 */
const ANY_METHOD = ["GET", "HEAD", "PATCH", "POST", "PUT", "OPTIONS"];

/**
 * Refuses requests to a version after its sunset, without reading them. The response is 410 `gone` with the URL of the
 * version's notice.
 * @param now returns the current time in epoch milliseconds
 */
export function refuseEndedVersions<Rest extends unknown[]>(
  notices: readonly VersionNotice[],
  addressesOf: AddressBook,
  worker: FetchHandler<Rest>,
  now: () => number,
): FetchHandler<Rest> {
  if (notices.length === 0) return worker;
  return {
    fetch(request, ...rest) {
      const notice = noticeAt(notices, request);
      if (!notice || now() < notice.sunset) return worker.fetch(request, ...rest);
      const addresses = addressesOf(request.url);
      if (!addresses) return worker.fetch(request, ...rest);
      const requestId = crypto.randomUUID();
      if (request.method === "OPTIONS") return preflight(ANY_METHOD, requestId);
      const asked = new URL(request.url).searchParams.get("lang");
      const language: Language = LANGUAGES.find((known) => known === asked) ?? "en";
      return problemResponse(toProblem(ended(notice, addresses), { site: addresses.site, language, requestId }));
    },
  };
}

function ended({ major, sunset, notice }: VersionNotice, { site }: Addresses): OperationError {
  const day = new Date(sunset).toISOString().slice(0, 10);
  return new OperationError("gone", {
    en: `Version ${major} of this API ended on ${day}. ${site}${notice} says what to change.`,
    fr: `La version ${major} de cette API a pris fin le ${day}. Les changements à faire sont à l’adresse ${site}${notice}.`,
  });
}

function noticeAt(notices: readonly VersionNotice[], request: Request): VersionNotice | undefined {
  // This is the path as the router decodes it, because a URL with encoded characters leads to the same route.
  const address = `https://any${getPath(request)}`;
  const isOf = ({ api, path }: VersionNotice) =>
    // The path of the account API is under that of the catalogue.
    isUnder(path, address) && (api === "account" || !isUnder(`${path}/account`, address));
  return notices.find(isOf);
}
