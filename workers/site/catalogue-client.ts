import { API_PATH } from "../../shared/addresses.ts";
import { inTime } from "../../shared/deadline.ts";
import type { Language } from "../../shared/language.ts";
import { french } from "../../shared/pages/french-typography.ts";
import type { CatalogueIndex, DomainPricing, PlanList } from "./catalogue-answers.ts";
import type { OpenApiDocument } from "./openapi-document.ts";

/** A value of the catalogue and for how many seconds more it may be shown. */
export interface Fetched<Value> {
  value: Value;
  maxAge: number;
}

/** What every question says: where it is asked, and the price list and language of the answer. */
export interface Question {
  /** The origin the visitor came to: links in the answer follow it. */
  origin: string;
  language: Language;
  currency?: string;
}

const DEADLINE_MS = 6_000;

/**
 * The catalogue's public API as the pages use it. French texts come with their spacing. Every method gives null when the
 * catalogue has no answer.
 */
export class CatalogueClient {
  readonly #service: Pick<Fetcher, "fetch">;

  constructor(service: Pick<Fetcher, "fetch">) {
    this.#service = service;
  }

  index(question: Question): Promise<Fetched<CatalogueIndex> | null> {
    return this.#ask("/", question);
  }

  plans(question: Question): Promise<Fetched<PlanList> | null> {
    return this.#ask("/plans", question);
  }

  domainPricing(question: Question): Promise<Fetched<DomainPricing> | null> {
    return this.#ask("/domains/pricing", question);
  }

  /** The document is in English, whatever the language of the page. */
  openApi({ origin }: Pick<Question, "origin">): Promise<Fetched<OpenApiDocument> | null> {
    return this.#ask("/openapi.json", { origin, language: "en" });
  }

  async #ask<Value>(path: string, { origin, language, currency }: Question): Promise<Fetched<Value> | null> {
    const address = new URL(API_PATH + path, origin);
    address.searchParams.set("lang", language);
    if (currency) address.searchParams.set("currency", currency);
    try {
      const answer = await inTime(this.#service.fetch(new Request(address)), DEADLINE_MS);
      if (!answer.ok) return null;
      const value = await inTime(answer.json<Value>(), DEADLINE_MS);
      return { value: language === "fr" ? french(value) : value, maxAge: maxAgeOf(answer) };
    } catch {
      return null;
    }
  }
}

function maxAgeOf(answer: Response): number {
  return Number(/max-age=(\d+)/.exec(answer.headers.get("Cache-Control") ?? "")?.[1] ?? 0);
}
