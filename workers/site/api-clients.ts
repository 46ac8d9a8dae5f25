import type { Problem } from "../../shared/api/definition/problems.ts";
import type {
  DomainPricingAnswer,
  PlanAnswer,
  PlansAnswer,
  ProductLinesAnswer,
} from "../../shared/catalogue-contract/answers.ts";
import type { DomainCheckAnswer } from "../../shared/catalogue-contract/domain-check-answer.ts";
import { API_PATH } from "../../shared/platform/addresses.ts";
import type { Language } from "../../shared/platform/language.ts";
import { askApi, findInApi, readApi } from "./api-client.ts";
import type { PublishedOpenApi } from "./api-reference.ts";

/** The parameters of every request: origin, and price list and language of the answer. */
interface Question {
  /** The origin the visitor uses: links in the answer have it. */
  origin: string;
  language: Language;
  currency?: string;
  /** Of the page's request. */
  requestId: string;
}

/** Longer than the catalogue's own deadline for registries. */
const CHECK_DEADLINE_MS = 9_000;

/** A client of the catalogue's public API. Methods return null if the catalogue does not answer. */
export function catalogueClient(service: Pick<Fetcher, "fetch">) {
  const read = <Value>(path: string, query: Question) => readApi<Value>(service, addressOf(path, query), query);
  return {
    index: (query: Question) => read<ProductLinesAnswer>("/", query),
    plans: (query: Question) => read<PlansAnswer>("/plans", query),
    domainPricing: (query: Question) => read<DomainPricingAnswer>("/domains/pricing", query),

    /** One plan in full; "not_found" if no plan has the id. */
    plan: (id: string, query: Question) =>
      findInApi<PlanAnswer>(service, addressOf(`/plans/${encodeURIComponent(id)}`, query), query),

    /** The document is in English, whatever the language of the page. */
    openApi: ({ origin, requestId }: Pick<Question, "origin" | "requestId">) =>
      read<PublishedOpenApi>("/openapi.json", { origin, requestId, language: "en" }),

    /** Counts against the visitor's limit, by network address. */
    async checkDomain(
      name: string,
      visitor: Record<string, string>,
      query: Question,
    ): Promise<{ check: DomainCheckAnswer } | { refusal: Problem } | null> {
      const address = addressOf("/domains/availability", query);
      address.searchParams.set("domain", name);
      const request = new Request(address, { headers: visitor });
      const answer = await askApi<DomainCheckAnswer & Problem>(service, request, query, CHECK_DEADLINE_MS);
      if (!answer) return null;
      return answer.response.ok ? { check: answer.value } : { refusal: answer.value };
    },
  };
}

function addressOf(path: string, { origin, language, currency }: Question): URL {
  const address = new URL(API_PATH + path, origin);
  address.searchParams.set("lang", language);
  if (currency) address.searchParams.set("currency", currency);
  return address;
}

/** The part of the account API that needs no credential. */
export function accountClient(service: Pick<Fetcher, "fetch">) {
  return {
    /** In English, whatever the language of the page. @param question its origin: addresses in the document have it */
    openApi: ({ origin, requestId }: Pick<Question, "origin" | "requestId">) =>
      readApi<PublishedOpenApi>(service, new URL(`${API_PATH}/account/openapi.json`, origin), {
        language: "en",
        requestId,
      }),
  };
}
