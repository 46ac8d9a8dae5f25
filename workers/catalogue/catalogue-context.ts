import type { ReportedValue } from "../../shared/api/definition/call-report.ts";
import { operationsFor } from "../../shared/api/definition/operation.ts";
import type { OperationError } from "../../shared/api/definition/problems.ts";
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
import type { CheckedName, SoldName } from "./catalogue-data/sold-name.ts";

/** The part of a call's domain checks that the caller's rate limit allows. */
export interface GrantedChecks {
  checks: number;
  /** Milliseconds until the limit allows the remaining checks. */
  restMs: number;
  /**
   * The error if the limit allows no check or could not be read; `null` if it allows any check, or if the call has no
   * time left.
   */
  refusal: OperationError | null;
}

/** The services that catalogue operations use. */
export interface CatalogueContext {
  addresses: Addresses;
  brandName: string;
  /** The release of the API, as a semantic version. */
  version: string;
  /** Reads the whole catalogue. The data is at most ten minutes old. */
  readCatalogue(query: AskedCatalogue): Promise<ReportedValue<Catalogue>>;
  /**
   * Ensures that a price list can be served, and returns the currency for the answer.
   * @throws {OperationError} `billing_unavailable` if no price list can be served; `invalid_parameter` if the requested
   * currency has none
   */
  ensureServable(query: AskedCatalogue): Promise<Currency>;
  linksOf(catalogue: Catalogue): LinkTo;
  /** Checks whether a domain can be registered now. */
  checkDomain(name: SoldName): Promise<ReportedValue<DomainCheck>>;
  /**
   * Checks several domains concurrently. All checks of one call share a deadline and the burst of each registry host.
   */
  checkDomains(names: readonly SoldName[]): Promise<ReportedValue<CheckedName[]>>;
  /**
   * Counts domain checks against the caller's rate limit, then calls `check` with the number that the limit allows. If
   * the call has no time left, nothing is counted and that number is 0.
   */
  counted<Value>(
    checks: number,
    check: (granted: GrantedChecks) => Promise<ReportedValue<Value>>,
  ): Promise<ReportedValue<Value>>;
  now(): Date;
  /** Returns the current date in UTC (YYYY-MM-DD), which is fresh until midnight. */
  today(): ReportedValue<string>;
  checkHealth(): Promise<HealthCheck[]>;
  endpoints(language: Language): ListedEndpoint[];
  openApi(): OpenApiDocument;
}

export const catalogueOperation = operationsFor<CatalogueContext>();
