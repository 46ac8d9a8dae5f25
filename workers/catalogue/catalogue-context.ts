import { type Addresses, type AddressSettings, addressBook } from "../../shared/addresses.ts";
import type { BillingSystem, Catalogue, CatalogueQuery } from "../../shared/billing.ts";
import type { Language } from "../../shared/language.ts";
import { AnswerCache } from "../../shared/operations/answer.ts";
import { describeOpenApi, type OpenApiDocument } from "../../shared/operations/describe-openapi.ts";
import { operationsFor } from "../../shared/operations/operation.ts";
import type { CallScope, Desk } from "../../shared/operations/run-operation.ts";
import { apiDescription } from "./api-description.ts";
import { type Endpoint, endpointsOf } from "./endpoints.ts";
import { type HealthCheck, HealthMonitor } from "./health.ts";
import { type LinkTo, linksOf } from "./links.ts";
import { PriceBook } from "./price-book.ts";

/** The bindings and settings of the catalogue Worker. */
export interface CatalogueEnv extends AddressSettings {
  BILLING: BillingSystem;
  /** Copies of the billing system's catalogue, see `docs/storage.md`. */
  PRICES: KVNamespace;
  BRAND_NAME: string;
}

/** What catalogue operations may use. */
export interface CatalogueContext {
  addresses: Addresses;
  brandName: string;
  /** Everything that is sold, no older than ten minutes. */
  readCatalogue(query: CatalogueQuery): Promise<Catalogue>;
  /** @throws {OperationError} `billing_unavailable` when no price list at all can be served. */
  ensureServable(query: CatalogueQuery): Promise<void>;
  linksOf(catalogue: Catalogue): LinkTo;
  /** The current instant, and the calendar day it is in UTC (YYYY-MM-DD). */
  now(): Date;
  today(): string;
  checkHealth(): Promise<HealthCheck[]>;
  /** The API's own description. */
  endpoints(language: Language): Endpoint[];
  openApi(): OpenApiDocument;
}

/** Defines an operation of the catalogue. */
export const catalogueOperation = operationsFor<CatalogueContext>();

/** The desk that the catalogue's operations are served from; one per isolate. */
export function catalogueDesk(
  env: CatalogueEnv,
  operations: Desk<CatalogueContext>["operations"],
): Desk<CatalogueContext> {
  const now = () => Date.now();
  const prices = new PriceBook(env.BILLING, env.PRICES, now);
  const health = new HealthMonitor(env.BILLING, env.PRICES, prices, now);

  return {
    operations,
    now,
    answers: new AnswerCache(ANSWERS_IN_MEMORY),
    contextFor: ({ addresses, waitUntil, readAt }: CallScope) => ({
      addresses,
      brandName: env.BRAND_NAME,
      async readCatalogue(query) {
        const entry = await prices.read(query, waitUntil);
        readAt(entry.readAt);
        return entry.catalogue;
      },
      ensureServable: (query) => prices.ensureServable(query, waitUntil),
      linksOf: (catalogue) => linksOf(catalogue, addresses),
      now: () => new Date(now()),
      today: () => new Date(now()).toISOString().slice(0, 10),
      checkHealth: () => health.check(),
      endpoints: (language) => endpointsOf(operations, language),
      openApi: () => describeOpenApi(operations, apiDescription(env.BRAND_NAME, addresses)),
    }),
  };
}

/** Where the requests of one isolate are answered. */
export function catalogueAddresses(env: CatalogueEnv): (request: URL) => Addresses | null {
  return addressBook(env);
}

/** About 30 KiB each at most; far below an isolate's 128 MB. */
const ANSWERS_IN_MEMORY = 300;
