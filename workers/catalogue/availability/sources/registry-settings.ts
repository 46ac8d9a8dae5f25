import type { SourceEndpoint } from "../../../../durable-objects/registry/registry-port.ts";
import type { RegistrarSource } from "../../../../durable-objects/registry/source-types.ts";
import { log } from "../../../../shared/platform/log.ts";
import type { CheckSources, SandboxEndpoints } from "../domain-checker.ts";
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
import { withOperator } from "./source-table.ts";

/** What a provider sets about whom domain checks ask. */
export interface RegistrySettings {
  /** An operator's own sources: JSON as `docs/availability.md` gives it; empty for the bundled table alone. */
  REGISTRY_SOURCES: string;
  /** Rates of hosts in the place of the table's: JSON as `docs/availability.md` gives it; empty for none. */
  REGISTRY_RATES: string;
  /** Address of a resolver that speaks DNS over HTTPS; empty: the domain name system is never asked. */
  DNS_RESOLVER: string;
  /** `host:port` of the sandbox registry; only used by what is told to be a demonstration. */
  SANDBOX_WHOIS: string;
  SANDBOX_RDAP: string;
  SANDBOX_DAS: string;
  DEMONSTRATION: string;
}

/** Registrars publish their own limits, mostly without a number: this is one that an operator raises. */
const REGISTRAR: RegistrarSource = {
  kind: "registrar",
  host: REGISTRAR_HOST,
  port: 0,
  rate: { perMinute: 60, burst: 20, concurrency: 4 },
  origin: "operator",
};

/** The table, the registrar's rate and the resolver, as they are set. What cannot be read is logged and left out. */
export function registrySources(settings: RegistrySettings): Omit<CheckSources, "sandbox"> {
  const { table, problems } = settings.REGISTRY_SOURCES ? parseOperatorSources(settings.REGISTRY_SOURCES) : NO_SOURCES;
  for (const problem of problems) log("registry_source_refused", { ...problem });
  const sources = withOperator(SOURCES, table);

  const rates: RegistryRates = settings.REGISTRY_RATES ? parseRegistryRates(settings.REGISTRY_RATES) : NO_RATES;
  const unknown = unknownHosts(sources, rates).map((host) => ({ host, message: "no source has this host" }));
  for (const problem of [...rates.problems, ...unknown]) log("registry_rate_refused", { ...problem });
  return {
    table: withRates(sources, rates),
    registrar: { ...REGISTRAR, rate: withHostRate(REGISTRAR.rate, REGISTRAR, rates) },
    resolver: resolverOf(settings),
  };
}

/** For a deployment, which is refused rather than run without what was set. @throws at the first mistake, naming the setting */
export function checkRegistrySettings(settings: RegistrySettings): void {
  const { REGISTRY_SOURCES: own, REGISTRY_RATES: set, DNS_RESOLVER: resolver } = settings;
  const { table, problems } = own ? parseOperatorSources(own) : NO_SOURCES;
  for (const { entry, message } of problems) throw new Error(`REGISTRY_SOURCES, entry ${entry}: ${message}`);
  const rates = set ? parseRegistryRates(set) : NO_RATES;
  for (const { host, message } of rates.problems)
    throw new Error(`REGISTRY_RATES, ${host || "as a whole"}: ${message}`);
  for (const host of unknownHosts(withOperator(SOURCES, table), rates)) {
    throw new Error(`REGISTRY_RATES: no source has the host ${host}`);
  }
  if (resolver && resolverIn(settings) === null) throw new Error("DNS_RESOLVER is no https address");
}

const NO_SOURCES = { table: new Map(), problems: [] };
const NO_RATES: RegistryRates = { rates: new Map(), problems: [] };

/** Over https; in a demonstration also on this machine. */
function resolverIn({ DNS_RESOLVER: text, DEMONSTRATION: demonstration }: RegistrySettings): string | null {
  const url = URL.canParse(text) ? new URL(text) : null;
  const isLocal = demonstration === "true" && url?.protocol === "http:" && url.hostname === "127.0.0.1";
  return url && (url.protocol === "https:" || isLocal) ? url.href : null;
}

function resolverOf(settings: RegistrySettings): string | null {
  const resolver = resolverIn(settings);
  if (settings.DNS_RESOLVER && !resolver) log("dns_resolver_refused", { message: "no https address" });
  return resolver;
}

/** What the sandbox answers is never taken for what a registry did. */
export function profileOf(settings: RegistrySettings): "live" | "sandbox" {
  return endpointsOf(settings) && settings.DEMONSTRATION === "true" ? "sandbox" : "live";
}

/** The sandbox registry, where there is one and this is a demonstration: real customers get real registries. */
export function sandboxOf(settings: RegistrySettings): SandboxEndpoints | null {
  const endpoints = endpointsOf(settings);
  if (!endpoints || settings.DEMONSTRATION === "true") return endpoints;
  log("sandbox_refused", { reason: "DEMONSTRATION is not true" });
  return null;
}

function endpointsOf({ SANDBOX_WHOIS, SANDBOX_RDAP, SANDBOX_DAS }: RegistrySettings): SandboxEndpoints | null {
  if (!SANDBOX_WHOIS || !SANDBOX_RDAP || !SANDBOX_DAS) return null;
  const [whois, rdap, das] = [SANDBOX_WHOIS, SANDBOX_RDAP, SANDBOX_DAS].map((text) => {
    const { hostname, port } = new URL(`tcp://${text}`);
    return { hostname, port: Number(port) };
  }) as [SourceEndpoint, SourceEndpoint, SourceEndpoint];
  return { whois, rdap, das };
}
