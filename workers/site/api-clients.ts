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

/** A value of an API, and for how many more seconds it may be shown. */
export interface Fetched<Value> {
  value: Value;
  maxAge: number;
}

/** The parameters of every request: origin, and price list and language of the answer. */
interface Question {
  /** The origin the visitor uses: links in the answer have it. */
  origin: string;
  language: Language;
  currency?: string | undefined;
  requestId: string;
}

/** Of what is in English, whatever the language of the page. */
type EnglishQuestion = Pick<Question, "origin" | "requestId">;

type Service = Pick<Fetcher, "fetch">;

const DEADLINE_MS = 6_000;
/** Longer than the catalogue's own deadline for registries. */
const CHECK_DEADLINE_MS = 9_000;
/** Longer than the account waits for its billing system there; pages are complete without it. */
const METADATA_DEADLINE_MS = 2_500;

/** The answer of another Worker's public API, whatever its status; null without a readable one. French texts get their spacing. */
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
 * The value of a GET, or that it is not found, or that there is no price list in the currency: what else could be refused of these
 * requests is not the visitor's. Null without an answer, or for another refusal.
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

/** The value of a GET; null without an answer, or for a refusal. */
async function readApi<Value>(...asked: Parameters<typeof findInApi>): Promise<Fetched<Value> | null> {
  const found = await findInApi<Value>(...asked);
  return typeof found === "string" ? null : found;
}

/** The description of a version of an API. Addresses in it have the origin of the question. */
function readOpenApi(service: Service, api: ApiName, { origin, requestId }: EnglishQuestion, major: number) {
  const address = new URL(`${versionPath(api, { major })}/openapi.json`, origin);
  return readApi<PublishedOpenApi>(service, address, { language: "en", requestId });
}

/** A client of the catalogue's public API. Methods return null if the catalogue does not answer. */
export function catalogueClient(service: Service) {
  function read<Value>(path: string, query: Question) {
    return readApi<Value>(service, addressOf(path, query), query);
  }
  return {
    index: (query: Question) => read<ProductLinesAnswer>("/", query),
    status: (query: Question) => read<{ checks: { name: string; status: "ok" | "failing" }[] }>("/status", query),
    /** As `index`; "not_sold" if there is no price list in the currency. */
    indexIn: (query: Question) => findInApi<ProductLinesAnswer>(service, addressOf("/", query), query),
    plans: (query: Question) => read<PlansAnswer>("/plans", query),
    domainPricing: (query: Question) => read<DomainPricingAnswer>("/domains/pricing", query),

    /** One plan in full; "not_found" if no plan has the id, "not_sold" as for `indexIn`. */
    plan: (id: string, query: Question) =>
      findInApi<PlanAnswer>(service, addressOf(`/plans/${encodeURIComponent(id)}`, query), query),

    /** @param plans ids of two plans or more */
    compare(plans: string[], query: Question) {
      const address = addressOf("/compare", query);
      address.searchParams.set("plans", plans.join(","));
      return readApi<ComparisonAnswer>(service, address, query);
    },

    openApi: (question: EnglishQuestion, major: number) => readOpenApi(service, "catalogue", question, major),

    /** Each name counts against the visitor's limit, by network address; `left` is how many it still allows. @param asked the API's own parameters */
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

/** A client of the part of the account that needs no credential. */
export function accountClient(service: Service) {
  return {
    openApi: (question: EnglishQuestion, major: number) => readOpenApi(service, "account", question, major),

    /** The scopes that a customer can give: the base scope alone where nothing is changed; null while the authorization server names none. */
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

/** Whether orders and changes are taken, by the scopes that a customer can give; null while that is not known. */
export function takesChanges(scopes: Fetched<Scope[] | null> | null): boolean | null {
  return scopes?.value?.some((scope) => scope !== BASE_SCOPE) ?? null;
}
