import { API_PATH } from "../../shared/platform/addresses.ts";
import type { Language } from "../../shared/platform/language.ts";
import { ApiClient, type Fetched } from "./api-client.ts";
import type { CatalogueIndex, DomainCheck, DomainPricing, PlanAnswer, PlanList, Refusal } from "./catalogue-answers.ts";
import type { OpenApiDocument } from "./openapi-document.ts";

/** What every question says: where it is asked, and the price list and language of the answer. */
interface Question {
  /** The origin the visitor came to: links in the answer follow it. */
  origin: string;
  language: Language;
  currency?: string;
  /** Of the page that asks. */
  requestId: string;
}

/** Registries are given their time by the catalogue. */
const CHECK_DEADLINE_MS = 9_000;

/** The catalogue's public API as the pages use it. Every method gives null when the catalogue has no answer. */
export class CatalogueClient {
  readonly #api: ApiClient;

  constructor(service: Pick<Fetcher, "fetch">) {
    this.#api = new ApiClient(service);
  }

  index(question: Question): Promise<Fetched<CatalogueIndex> | null> {
    return this.#read("/", question);
  }

  plans(question: Question): Promise<Fetched<PlanList> | null> {
    return this.#read("/plans", question);
  }

  /** One plan in full; "unknown" where nothing is sold under the id. */
  async plan(id: string, question: Question): Promise<Fetched<PlanAnswer> | "unknown" | null> {
    const address = addressOf(`/plans/${encodeURIComponent(id)}`, question);
    const found = await this.#api.find<PlanAnswer>(address, question);
    return found === "not_found" ? "unknown" : found;
  }

  domainPricing(question: Question): Promise<Fetched<DomainPricing> | null> {
    return this.#read("/domains/pricing", question);
  }

  /** The document is in English, whatever the language of the page. */
  openApi({ origin, requestId }: Pick<Question, "origin" | "requestId">): Promise<Fetched<OpenApiDocument> | null> {
    return this.#read("/openapi.json", { origin, requestId, language: "en" });
  }

  /** Counted against the visitor's own limit, by their network address. */
  async checkDomain(
    name: string,
    visitor: Record<string, string>,
    question: Question,
  ): Promise<{ check: DomainCheck } | { refusal: Refusal } | null> {
    const address = addressOf("/domains/availability", question);
    address.searchParams.set("domain", name);
    const answer = await this.#api.ask<DomainCheck & Refusal>(
      new Request(address, { headers: visitor }),
      question,
      CHECK_DEADLINE_MS,
    );
    if (!answer) return null;
    return answer.response.ok ? { check: answer.value } : { refusal: answer.value };
  }

  #read<Value>(path: string, question: Question): Promise<Fetched<Value> | null> {
    return this.#api.read(addressOf(path, question), question);
  }
}

function addressOf(path: string, { origin, language, currency }: Question): URL {
  const address = new URL(API_PATH + path, origin);
  address.searchParams.set("lang", language);
  if (currency) address.searchParams.set("currency", currency);
  return address;
}
