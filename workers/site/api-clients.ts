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
import { ApiClient, type Fetched } from "./api-client.ts";
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
export class CatalogueClient {
  readonly #api: ApiClient;

  constructor(service: Pick<Fetcher, "fetch">) {
    this.#api = new ApiClient(service);
  }

  index(query: Question): Promise<Fetched<ProductLinesAnswer> | null> {
    return this.#read("/", query);
  }

  plans(query: Question): Promise<Fetched<PlansAnswer> | null> {
    return this.#read("/plans", query);
  }

  /** One plan in full; "unknown" if no plan has the id. */
  async plan(id: string, query: Question): Promise<Fetched<PlanAnswer> | "unknown" | null> {
    const address = addressOf(`/plans/${encodeURIComponent(id)}`, query);
    const found = await this.#api.find<PlanAnswer>(address, query);
    return found === "not_found" ? "unknown" : found;
  }

  domainPricing(query: Question): Promise<Fetched<DomainPricingAnswer> | null> {
    return this.#read("/domains/pricing", query);
  }

  /** The document is in English, whatever the language of the page. */
  openApi({ origin, requestId }: Pick<Question, "origin" | "requestId">): Promise<Fetched<PublishedOpenApi> | null> {
    return this.#read("/openapi.json", { origin, requestId, language: "en" });
  }

  /** Counts against the visitor's limit, by network address. */
  async checkDomain(
    name: string,
    visitor: Record<string, string>,
    query: Question,
  ): Promise<{ check: DomainCheckAnswer } | { refusal: Problem } | null> {
    const address = addressOf("/domains/availability", query);
    address.searchParams.set("domain", name);
    const answer = await this.#api.ask<DomainCheckAnswer & Problem>(
      new Request(address, { headers: visitor }),
      query,
      CHECK_DEADLINE_MS,
    );
    if (!answer) return null;
    return answer.response.ok ? { check: answer.value } : { refusal: answer.value };
  }

  #read<Value>(path: string, query: Question): Promise<Fetched<Value> | null> {
    return this.#api.read(addressOf(path, query), query);
  }
}

function addressOf(path: string, { origin, language, currency }: Question): URL {
  const address = new URL(API_PATH + path, origin);
  address.searchParams.set("lang", language);
  if (currency) address.searchParams.set("currency", currency);
  return address;
}

/** The part of the account API that needs no credential. */
export class AccountClient {
  readonly #api: ApiClient;

  constructor(service: Pick<Fetcher, "fetch">) {
    this.#api = new ApiClient(service);
  }

  /**
   * The document is in English, whatever the language of the page. Null when the account has no answer.
   * @param origin the one the visitor uses: addresses in the document have it
   */
  openApi({ origin, requestId }: { origin: string; requestId: string }): Promise<Fetched<PublishedOpenApi> | null> {
    return this.#api.read(new URL(`${API_PATH}/account/openapi.json`, origin), { language: "en", requestId });
  }
}
