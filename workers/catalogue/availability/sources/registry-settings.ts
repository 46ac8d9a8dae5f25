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

/** What a provider sets about whom domain checks ask. */
export interface RegistrySettings {
  /** An operator's own sources: JSON as `docs/build/availability.md` gives it; empty for the bundled table alone. */
  REGISTRY_SOURCES: string;
  /** Rates of hosts in the place of the table's: JSON as `docs/build/availability.md` gives it; empty for none. */
  REGISTRY_RATES: string;
  /** Address of a DNS-over-HTTPS resolver; empty: the DNS is never queried. */
  DNS_RESOLVER: string;
  /** `host:port` of the sandbox registry; only used where `DEMONSTRATION` is `true`. */
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

/** The bundled sources with the operator's own, and the rates that are set, with everything that cannot be read. */
function readSettings({ REGISTRY_SOURCES: own, REGISTRY_RATES: set }: RegistrySettings) {
  const { table, problems } = own ? parseOperatorSources(own) : { table: new Map(), problems: [] };
  const rates: RegistryRates = set ? parseRegistryRates(set) : { rates: new Map(), problems: [] };
  // An operator's entry replaces the whole bundled one.
  const sources: SourceTable = new Map([...SOURCES, ...table]);
  return { sources, problems, rates, unknown: unknownHosts(sources, rates) };
}

/** The configured sources of checks. Unreadable ones are logged and left out. */
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

/** For a deployment, which is refused rather than run without what was set. @throws at the first mistake, naming the setting */
export function checkRegistrySettings(settings: RegistrySettings): void {
  const { problems, rates, unknown } = readSettings(settings);
  for (const { entry, message } of problems) throw new Error(`REGISTRY_SOURCES, entry ${entry}: ${message}`);
  for (const { host, message } of rates.problems) {
    throw new Error(`REGISTRY_RATES, ${host || "as a whole"}: ${message}`);
  }
  for (const host of unknown) throw new Error(`REGISTRY_RATES: no source has the host ${host}`);
  if (settings.DNS_RESOLVER && resolverIn(settings) === null)
    throw new Error("DNS_RESOLVER is is not an https address");
}

/** Over https; in a demonstration also on this machine. */
function resolverIn({ DNS_RESOLVER: text, DEMONSTRATION: demonstration }: RegistrySettings): string | null {
  const url = URL.canParse(text) ? new URL(text) : null;
  const isLocal = demonstration === "true" && url?.protocol === "http:" && url.hostname === "127.0.0.1";
  return url && (url.protocol === "https:" || isLocal) ? url.href : null;
}

/** What the sandbox answers is never taken for what a registry did. */
export function profileOf(settings: RegistrySettings): "live" | "sandbox" {
  return hasSandbox(settings) && settings.DEMONSTRATION === "true" ? "sandbox" : "live";
}

function hasSandbox({ SANDBOX_WHOIS, SANDBOX_RDAP, SANDBOX_DAS }: RegistrySettings): boolean {
  return Boolean(SANDBOX_WHOIS && SANDBOX_RDAP && SANDBOX_DAS);
}

/** The sandbox registry, where there is one and this is a demonstration: real customers get real registries. */
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
