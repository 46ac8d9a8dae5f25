import type { ReportedValue } from "../../shared/api/definition/call-report.ts";
import { operationsFor } from "../../shared/api/definition/operation.ts";
import type { OpenApiDocument } from "../../shared/api/openapi/describe-openapi.ts";
import type { Catalogue } from "../../shared/billing-contract/catalogue.ts";
import type { DomainCheck } from "../../shared/catalogue-contract/domain-check.ts";
import type { Addresses } from "../../shared/platform/addresses.ts";
import type { Language } from "../../shared/platform/language.ts";
import type { Currency } from "../../shared/platform/money.ts";
import type { HealthCheck } from "./api/health-monitor.ts";
import type { CatalogueEndpoint as ListedEndpoint } from "./api/listed-endpoints.ts";
import type { AskedCatalogue } from "./catalogue-data/catalogue-cache.ts";
import type { LinkTo } from "./catalogue-data/links.ts";

/** What catalogue operations may use. */
export interface CatalogueContext {
  addresses: Addresses;
  brandName: string;
  /** Of the interface (semantic). */
  version: string;
  /** Everything that is sold, no older than ten minutes. */
  readCatalogue(query: AskedCatalogue): Promise<ReportedValue<Catalogue>>;
  /**
   * The currency to answer in, where any price list at all can be served.
   * @throws {OperationError} `billing_unavailable` otherwise
   */
  ensureServable(query: AskedCatalogue): Promise<Currency>;
  linksOf(catalogue: Catalogue): LinkTo;
  /** Whether a name (A-label form) can be registered now, right under an extension (without its first dot) that is sold. */
  checkDomain(name: string, extension: string): Promise<ReportedValue<DomainCheck>>;
  /** Counts a domain check against the caller's limit, then does it. @throws {ReportedError} of `rate_limited` */
  counted<Value>(check: () => Promise<ReportedValue<Value>>): Promise<ReportedValue<Value>>;
  now(): Date;
  /** The calendar day in UTC (YYYY-MM-DD), fresh until it ends. */
  today(): ReportedValue<string>;
  checkHealth(): Promise<HealthCheck[]>;
  endpoints(language: Language): ListedEndpoint[];
  openApi(): OpenApiDocument;
}

export const catalogueOperation = operationsFor<CatalogueContext>();
