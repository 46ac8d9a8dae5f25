import { BASE_SCOPE, inOrder, type Scope } from "../../shared/account-access/scopes.ts";
import type { Problem } from "../../shared/api/definition/problems.ts";
import { type ApiName, READ_BY_PAGES, versionPath } from "../../shared/api/versions/api-versions.ts";
import type {
  ComparisonAnswer,
  DomainPricingAnswer,
  PlanAnswer,
  PlansAnswer,
  ProductLinesAnswer,
} from "../../shared/catalogue-contract/answers.ts";
import type { DomainSearchAnswer } from "../../shared/catalogue-contract/domain-search-answer.ts";
import { french } from "../../shared/pages/french-typography.ts";
import { inTime } from "../../shared/platform/deadline.ts";
import type { Language } from "../../shared/platform/language.ts";
import { log } from "../../shared/platform/log.ts";
import type { PublishedOpenApi } from "./developers/reference/published-openapi.ts";

/** A value from an API, and the number of seconds for which it may still be shown. */
export interface Fetched<Value> {
  value: Value;
  maxAge: number;
}

/** The parameters of every request. */
interface Question {
  /** The origin that the visitor uses. Links in the response point to it. */
  origin: string;
  language: Language;
  currency?: string | undefined;
  requestId: string;
}

/** The parameters of a request whose response is always in English. */
type EnglishQuestion = Pick<Question, "origin" | "requestId">;

type Service = Pick<Fetcher, "fetch">;

const DEADLINE_MS = 6_000;
/** This deadline is longer than the catalogue's default deadline for a domain check. */
const CHECK_DEADLINE_MS = 9_000;
/**
 * This deadline is longer than the account waits for its billing system. Pages are complete even without the metadata.
 */
const METADATA_DEADLINE_MS = 2_500;

/**
 * Requests another Worker's public API and returns the response, whatever its status. French texts are typeset.
 * @returns `null` if there is no readable response
 */
async function askApi<Value>(
  service: Service,
  request: Request,
  { language, requestId }: Omit<Question, "origin">,
  deadlineMs: number = DEADLINE_MS,
): Promise<{ response: Response; value: Value } | null> {
  try {
    const response = await inTime(service.fetch(request), deadlineMs);
    const value = await inTime(response.json<Value>(), deadlineMs);
    return { response, value: language === "fr" ? french(value) : value };
  } catch (cause) {
    log("api_unreachable", { request_id: requestId, cause });
    return null;
  }
}

/**
 * Returns the value of a GET request.
 * @returns "not_found" for an unknown item; "not_sold" for a currency without a price list; `null` if there is no
 * response, or for any other error
 */
async function findInApi<Value>(
  service: Service,
  address: URL,
  question: Omit<Question, "origin">,
  deadlineMs?: number,
): Promise<Fetched<Value> | "not_found" | "not_sold" | null> {
  const answer = await askApi<Value>(service, new Request(address), question, deadlineMs);
  if (!answer) return null;
  const { response, value } = answer;
  if (response.status === 404) return "not_found";
  if (response.status === 400 && address.searchParams.has("currency")) return "not_sold";
  const maxAge = Number(/max-age=(\d+)/.exec(response.headers.get("Cache-Control") ?? "")?.[1] ?? 0);
  return response.ok ? { value, maxAge } : null;
}

/** Returns the value of a GET request; `null` if there is no response, or for an error. */
async function readApi<Value>(...asked: Parameters<typeof findInApi>): Promise<Fetched<Value> | null> {
  const found = await findInApi<Value>(...asked);
  return typeof found === "string" ? null : found;
}

/** Returns the OpenAPI document of one version of an API. Its URLs have the request's origin. */
function readOpenApi(service: Service, api: ApiName, { origin, requestId }: EnglishQuestion, major: number) {
  const address = new URL(`${versionPath(api, { major })}/openapi.json`, origin);
  return readApi<PublishedOpenApi>(service, address, { language: "en", requestId });
}

/** A client of the catalogue's public API. Its methods return `null` if the catalogue does not respond. */
export function catalogueClient(service: Service) {
  function read<Value>(path: string, query: Question) {
    return readApi<Value>(service, addressOf(path, query), query);
  }
  return {
    index: (query: Question) => read<ProductLinesAnswer>("/", query),
    status: (query: Question) => read<{ checks: { name: string; status: "ok" | "failing" }[] }>("/status", query),
    /** Like `index`, but returns "not_sold" if the currency has no price list. */
    indexIn: (query: Question) => findInApi<ProductLinesAnswer>(service, addressOf("/", query), query),
    plans: (query: Question) => read<PlansAnswer>("/plans", query),
    domainPricing: (query: Question) => read<DomainPricingAnswer>("/domains/pricing", query),

    /** Returns one plan in full; "not_found" if no plan has the id; "not_sold" as for `indexIn`. */
    plan: (id: string, query: Question) =>
      findInApi<PlanAnswer>(service, addressOf(`/plans/${encodeURIComponent(id)}`, query), query),

    /** @param plans two or more ids */
    compare(plans: string[], query: Question) {
      const address = addressOf("/compare", query);
      address.searchParams.set("plans", plans.join(","));
      return readApi<ComparisonAnswer>(service, address, query);
    },

    openApi: (question: EnglishQuestion, major: number) => readOpenApi(service, "catalogue", question, major),

    /**
     * Checks several domains. Each check is counted against the limit of the visitor's network address, and `left` is
     * the number of checks that remain.
     * @param asked query parameters, as the API defines them
     */
    async searchDomains(
      asked: Record<string, string>,
      visitor: Record<string, string>,
      query: Question,
    ): Promise<{ found: DomainSearchAnswer; left: number } | { refusal: Problem } | null> {
      const address = addressOf("/domains/search", query);
      for (const [name, value] of Object.entries(asked)) address.searchParams.set(name, value);
      const request = new Request(address, { headers: visitor });
      const answer = await askApi<DomainSearchAnswer & Problem>(service, request, query, CHECK_DEADLINE_MS);
      if (!answer) return null;
      const { response, value } = answer;
      const left = Number(/;r=(\d+)/.exec(response.headers.get("RateLimit") ?? "")?.[1] ?? 0);
      return response.ok ? { found: value, left } : { refusal: value };
    },
  };
}

function addressOf(path: string, { origin, language, currency }: Question): URL {
  const address = new URL(versionPath("catalogue", { major: READ_BY_PAGES.catalogue }) + path, origin);
  address.searchParams.set("lang", language);
  if (currency) address.searchParams.set("currency", currency);
  return address;
}

/** A client of the account endpoints that need no credential. */
export function accountClient(service: Service) {
  return {
    openApi: (question: EnglishQuestion, major: number) => readOpenApi(service, "account", question, major),

    /**
     * Returns the scopes that a customer can grant. A read-only account has only the base scope. The value is `null` if
     * the authorization server lists no scopes.
     */
    async scopes({ origin, requestId }: EnglishQuestion): Promise<Fetched<Scope[] | null> | null> {
      const address = new URL("/.well-known/oauth-authorization-server", origin);
      const question = { language: "en", requestId } as const;
      const read = await readApi<{ scopes_supported?: string[] }>(service, address, question, METADATA_DEADLINE_MS);
      if (!read) return null;
      const { scopes_supported: scopes } = read.value;
      return { ...read, value: scopes ? inOrder(scopes) : null };
    },
  };
}

/**
 * Returns whether the account accepts orders and changes, according to the scopes that can be granted; `null` if
 * the scopes are unknown.
 */
export function takesChanges(scopes: Fetched<Scope[] | null> | null): boolean | null {
  return scopes?.value?.some((scope) => scope !== BASE_SCOPE) ?? null;
}
