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

/** The number of a call's domain checks that its caller's limit allows. */
export interface GrantedChecks {
  checks: number;
  /** Milliseconds until the others are allowed. */
  restMs: number;
  /** Why the caller's limit allows no check. Null if it allows any, or was not consulted. */
  refusal: OperationError | null;
}

/** The services that catalogue operations use. */
export interface CatalogueContext {
  addresses: Addresses;
  brandName: string;
  /** The version of the interface (semantic). */
  version: string;
  /** Reads the whole catalogue, at most ten minutes old. */
  readCatalogue(query: AskedCatalogue): Promise<ReportedValue<Catalogue>>;
  /**
   * Returns the currency of the answer, if any price list can be served.
   * @throws {OperationError} `billing_unavailable` otherwise
   */
  ensureServable(query: AskedCatalogue): Promise<Currency>;
  linksOf(catalogue: Catalogue): LinkTo;
  /** Checks whether a domain can be registered now. */
  checkDomain(name: SoldName): Promise<ReportedValue<DomainCheck>>;
  /** Checks several domains concurrently. All checks of a call together stay within a registry's burst. */
  checkDomains(names: readonly SoldName[]): Promise<ReportedValue<CheckedName[]>>;
  /**
   * Counts domain checks against the caller's limit, as many as fit, then runs them. Runs none if the call has no time
   * left for them.
   */
  counted<Value>(
    checks: number,
    check: (granted: GrantedChecks) => Promise<ReportedValue<Value>>,
  ): Promise<ReportedValue<Value>>;
  now(): Date;
  /** The calendar day in UTC (YYYY-MM-DD), fresh until it ends. */
  today(): ReportedValue<string>;
  checkHealth(): Promise<HealthCheck[]>;
  endpoints(language: Language): ListedEndpoint[];
  openApi(): OpenApiDocument;
}

export const catalogueOperation = operationsFor<CatalogueContext>();
