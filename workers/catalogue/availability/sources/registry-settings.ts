import type { SourceEndpoint } from "../../../../durable-objects/registry/registry-port.ts";
import type { RegistrarSource } from "../../../../durable-objects/registry/source-types.ts";
import { log } from "../../../../shared/platform/log.ts";
import { SOURCES } from "./bundled-sources.ts";
import { parseOperatorSources } from "./operator-sources.ts";
import {
  parseRegistryRates,
  REGISTRAR_HOST,
  type RegistryRates,
  unknownHosts,
  withHostRate,
  withRates,
} from "./registry-rates.ts";
import type { CheckSources, SandboxEndpoints, SourceTable } from "./source-table.ts";

/** The provider's settings for the sources of domain checks. */
export interface RegistrySettings {
  /**
   * The operator's own sources, as JSON (see `docs/build/availability.md`). If empty, only the bundled table is used.
   */
  REGISTRY_SOURCES: string;
  /**
   * Rates for hosts, as JSON (see `docs/build/availability.md`). They replace the rates in the source table. If empty,
   * no rate is replaced.
   */
  REGISTRY_RATES: string;
  /** URL of a DNS-over-HTTPS resolver. If empty, the DNS is never queried. */
  DNS_RESOLVER: string;
  /** The sandbox registry's endpoints, as `host:port`. They are used only if `DEMONSTRATION` is `true`. */
  SANDBOX_WHOIS: string;
  SANDBOX_RDAP: string;
  SANDBOX_DAS: string;
  DEMONSTRATION: string;
}

/** Most registrars publish no numbers for their limits. This rate is cautious, and an operator can raise it. */
const REGISTRAR: RegistrarSource = {
  kind: "registrar",
  host: REGISTRAR_HOST,
  port: 0,
  rate: { perMinute: 60, burst: 20, concurrency: 4 },
  origin: "operator",
};

/** Returns the bundled and the operator's sources, the configured rates, and the mistakes in both settings. */
function readSettings({ REGISTRY_SOURCES: own, REGISTRY_RATES: set }: RegistrySettings) {
  const { table, problems } = own ? parseOperatorSources(own) : { table: new Map(), problems: [] };
  const rates: RegistryRates = set ? parseRegistryRates(set) : { rates: new Map(), problems: [] };
  // An operator's entry replaces the whole bundled entry.
  const sources: SourceTable = new Map([...SOURCES, ...table]);
  return { sources, problems, rates, unknown: unknownHosts(sources, rates) };
}

/** Returns the configured sources for checks. Invalid entries are logged and ignored. */
export function registrySources(settings: RegistrySettings): CheckSources {
  const { sources, problems, rates, unknown } = readSettings(settings);
  for (const problem of problems) log("registry_source_refused", { ...problem });
  const unused = unknown.map((host) => ({ host, message: "no source has this host" }));
  for (const problem of [...rates.problems, ...unused]) log("registry_rate_refused", { ...problem });
  const resolver = resolverIn(settings);
  if (settings.DNS_RESOLVER && !resolver) log("dns_resolver_refused", { message: "is not an https address" });
  return {
    table: withRates(sources, rates),
    registrar: { ...REGISTRAR, rate: withHostRate(REGISTRAR.rate, REGISTRAR, rates) },
    resolver,
    sandbox: sandboxIn(settings),
  };
}

/**
 * Checks the settings before a deployment. A Worker must not be deployed with an invalid setting.
 * @throws {Error} for the first mistake, with the name of the setting
 */
export function checkRegistrySettings(settings: RegistrySettings): void {
  const { problems, rates, unknown } = readSettings(settings);
  for (const { entry, message } of problems) throw new Error(`REGISTRY_SOURCES, entry ${entry}: ${message}`);
  for (const { host, message } of rates.problems) {
    throw new Error(`REGISTRY_RATES, ${host || "as a whole"}: ${message}`);
  }
  for (const host of unknown) throw new Error(`REGISTRY_RATES: no source has the host ${host}`);
  if (settings.DNS_RESOLVER && resolverIn(settings) === null) throw new Error("DNS_RESOLVER is not an https URL");
}

/**
 * Returns the resolver's URL; `null` if it is missing or invalid. The URL must use https. In a demonstration, it can be
 * on the local machine instead.
 */
function resolverIn({ DNS_RESOLVER: text, DEMONSTRATION: demonstration }: RegistrySettings): string | null {
  const url = URL.canParse(text) ? new URL(text) : null;
  const isLocal = demonstration === "true" && url?.protocol === "http:" && url.hostname === "127.0.0.1";
  return url && (url.protocol === "https:" || isLocal) ? url.href : null;
}

/** Returns the profile, which keeps the sandbox's replies apart from those of real registries. */
export function profileOf(settings: RegistrySettings): "live" | "sandbox" {
  return hasSandbox(settings) && settings.DEMONSTRATION === "true" ? "sandbox" : "live";
}

function hasSandbox({ SANDBOX_WHOIS, SANDBOX_RDAP, SANDBOX_DAS }: RegistrySettings): boolean {
  return Boolean(SANDBOX_WHOIS && SANDBOX_RDAP && SANDBOX_DAS);
}

/**
 * Returns the sandbox registry's endpoints in a demonstration that sets them; otherwise `null`. Real customers always
 * get real registries.
 */
function sandboxIn(settings: RegistrySettings): SandboxEndpoints | null {
  const { SANDBOX_WHOIS, SANDBOX_RDAP, SANDBOX_DAS } = settings;
  if (profileOf(settings) === "sandbox") {
    return { whois: endpointAt(SANDBOX_WHOIS), rdap: endpointAt(SANDBOX_RDAP), das: endpointAt(SANDBOX_DAS) };
  }
  if (hasSandbox(settings)) log("sandbox_refused", { reason: "DEMONSTRATION is not true" });
  return null;
}

function endpointAt(text: string): SourceEndpoint {
  const { hostname, port } = new URL(`tcp://${text}`);
  return { hostname, port: Number(port) };
}
