import { API_PATH } from "../../shared/addresses.ts";
import { inTime } from "../../shared/deadline.ts";
import type { Language } from "../../shared/language.ts";
import { french } from "../../shared/pages/french-typography.ts";
import type { CatalogueIndex, DomainCheck, DomainPricing, PlanList, Refusal } from "./catalogue-answers.ts";
import type { OpenApiDocument } from "./openapi-document.ts";

/** A value of the catalogue and for how many seconds more it may be shown. */
export interface Fetched<Value> {
  value: Value;
  maxAge: number;
}

/** What every question says: where it is asked, and the price list and language of the answer. */
interface Question {
  /** The origin the visitor came to: links in the answer follow it. */
  origin: string;
  language: Language;
  currency?: string;
}

const DEADLINE_MS = 6_000;
/** Registries are given their time by the catalogue. */
const CHECK_DEADLINE_MS = 9_000;

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

  /** Counted against the visitor's own limit, by their network address. */
  async checkDomain(
    name: string,
    visitor: string | null,
    question: Question,
  ): Promise<{ check: DomainCheck } | { refusal: Refusal } | null> {
    const address = addressOf("/domains/availability", question);
    address.searchParams.set("domain", name);
    const headers: Record<string, string> = visitor === null ? {} : { "CF-Connecting-IP": visitor };
    const answer = await this.#fetch<DomainCheck & Refusal>(
      new Request(address, { headers }),
      question,
      CHECK_DEADLINE_MS,
    );
    if (!answer) return null;
    return answer.response.ok ? { check: answer.value } : { refusal: answer.value };
  }

  async #ask<Value>(path: string, question: Question): Promise<Fetched<Value> | null> {
    const answer = await this.#fetch<Value>(new Request(addressOf(path, question)), question, DEADLINE_MS);
    return answer?.response.ok ? { value: answer.value, maxAge: maxAgeOf(answer.response) } : null;
  }

  /** What was answered, whatever the status; null when nothing readable was. */
  async #fetch<Value>(
    request: Request,
    { language }: Question,
    deadlineMs: number,
  ): Promise<{ response: Response; value: Value } | null> {
    try {
      const response = await inTime(this.#service.fetch(request), deadlineMs);
      const value = await inTime(response.json<Value>(), deadlineMs);
      return { response, value: language === "fr" ? french(value) : value };
    } catch {
      return null;
    }
  }
}

function addressOf(path: string, { origin, language, currency }: Question): URL {
  const address = new URL(API_PATH + path, origin);
  address.searchParams.set("lang", language);
  if (currency) address.searchParams.set("currency", currency);
  return address;
}

function maxAgeOf(answer: Response): number {
  return Number(/max-age=(\d+)/.exec(answer.headers.get("Cache-Control") ?? "")?.[1] ?? 0);
}
