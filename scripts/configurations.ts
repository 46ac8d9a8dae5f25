import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { parse } from "smol-toml";
import { FIRST, type Installation, renamed } from "./deployment/installation.ts";
import { type Observability, withObservability } from "./deployment/observability.ts";
import { withStoreIds } from "./deployment/stores.ts";
import type { Configuration } from "./deployment/wrangler-configuration.ts";
import { BILLING_SYSTEMS, type BillingSystemName, PROJECT, WORKERS, type WorkerFile, workersOn } from "./workers.ts";

/** The name of each billing system's Worker, which other Workers are bound to. */
const BILLING_NAMES: Record<BillingSystemName, string> = {
  embedded: "frontdesk-billing",
  whmcs: "frontdesk-billing-whmcs",
};

const ZONES_NAME = "frontdesk-zones";
/** Where data points go: two installations on one dataset would share their rows. */
const DATASET = "frontdesk_metrics";

const OPERATOR_NAME = "frontdesk-operator";

/** What is otherwise than in the project's configurations. */
export interface ConfigurationChanges {
  /** Settings of the billing system's Worker, in the place of its defaults. */
  vars?: Record<string, string>;
  /** Settings and secrets of the Worker for zones, likewise. */
  zones?: Record<string, string>;
  /** Whether that Worker has servers: then it must have their tokens. */
  hasZoneServers?: boolean;
  /** Origin of the operator console, whose host becomes its route; none: it has no way in. */
  operatorOrigin?: string | undefined;
  /** Host name of the front door, which becomes a route of it; none: it is on workers.dev. */
  domain?: string | undefined;
  /** WHMCS_URL of a deployment; none: of local work. */
  whmcsAddress?: string | undefined;
  /** Required secrets in addition to those of the configuration; empty if `vars` has them. */
  secrets?: string[];
  /** The installation that is deployed, in the place of the first one without its stores. */
  installation?: Installation;
  /** What the provider wants to see of calls. */
  observability?: Observability;
  /** Cron triggers are fired by hand: wrangler fires none on this machine, and warns of it. */
  withoutTriggers?: boolean;
}

/** A Worker with the configuration that was written for it. */
export interface WrittenWorker extends WorkerFile {
  /** Its configuration in the project, relative to it. */
  source: string;
  configuration: Configuration;
}

/**
 * Writes the configuration of each Worker of a system on one billing system into a folder: as in the project, with absolute
 * paths, and every binding to a billing system leading to the chosen one.
 */
export function writeConfigurations(
  billing: BillingSystemName,
  folder: string,
  changes: ConfigurationChanges = {},
): WrittenWorker[] {
  mkdirSync(folder, { recursive: true });
  const read = workersOn(billing).map((worker) => {
    const path = join(PROJECT, worker.config);
    return { worker, configuration: configurationFor(readFileSync(path, "utf8"), dirname(path), billing, changes) };
  });
  const billingSystem = billingSystemOf(
    billing,
    read.map(({ configuration }) => configuration),
    changes.whmcsAddress,
  );
  return read.map(({ worker: { config: source, ...worker }, configuration: own }) => {
    const { triggers, ...untriggered } = withBillingSystem(own, billing, billingSystem);
    const configuration = { ...untriggered, ...(triggers && !changes.withoutTriggers && { triggers }) };
    const config = join(folder, `${configuration.name}.json`);
    // Only this user may read it: for local work it holds credentials of the simulator.
    writeFileSync(config, JSON.stringify(configuration, null, 2), { mode: 0o600 });
    return { ...worker, config, source, configuration };
  });
}

/**
 * Which billing system a deployment has: another database of the embedded engine, or WHMCS at another address, has other customers
 * under the same numbers. Local work has one of each.
 */
export function billingSystemOf(
  billing: BillingSystemName,
  configurations: readonly Configuration[],
  whmcsAddress: string | undefined,
): string {
  if (billing === "whmcs") return whmcsAddress ? `whmcs-${addressIn(whmcsAddress)}` : billing;
  const engine = configurations.find(({ main }) => main.endsWith("billing.worker.ts"));
  const id = engine?.d1_databases?.find(({ binding }) => binding === "DB")?.database_id;
  return id ? `${billing}-${id}` : billing;
}

/** Host and path, so that the same WHMCS under http and https is one. */
function addressIn(address: string): string {
  const { host, pathname } = new URL(address);
  return host + pathname.replace(/\/+$/, "");
}

/** With the billing system as a setting, and in the bindings to it: the billing system refuses a caller of a former one. */
function withBillingSystem(
  configuration: Configuration,
  billing: BillingSystemName,
  billingSystem: string,
): Configuration {
  const { vars, services } = configuration;
  if (vars?.BILLING_SYSTEM === undefined) return configuration;
  const props = { BILLING_SYSTEM: billingSystem };
  const isBilling = (service: string) => service.endsWith(BILLING_NAMES[billing].slice(FIRST.length));
  return {
    ...configuration,
    vars: { ...vars, ...props },
    ...(services && {
      services: services.map((binding) => (isBilling(binding.service) ? { ...binding, props } : binding)),
    }),
  };
}

/** The configurations of all Workers, as in the project. */
export function projectConfigurations(): Configuration[] {
  return WORKERS.map(({ config }) => parse(readFileSync(join(PROJECT, config), "utf8")) as unknown as Configuration);
}

/** @param folder of the configuration, absolute */
export function configurationFor(
  toml: string,
  folder: string,
  billing: BillingSystemName,
  { installation, observability, ...changes }: ConfigurationChanges = {},
): Configuration {
  const own = parse(toml) as unknown as Configuration;
  const isFirst = !installation || installation.name === FIRST;
  const changed = changedConfiguration(isFirst ? own : withoutPlaces(own), folder, billing, changes);
  const placed = installation ? withStoreIds(renamedConfiguration(changed, installation), installation) : changed;
  return observability
    ? withObservability(placed, observability, renamed(DATASET, installation ?? { name: FIRST }))
    : placed;
}

/** Without what belongs to the first installation alone: ids of stores, and routes. */
function withoutPlaces({
  routes: _,
  d1_databases: databases,
  kv_namespaces: namespaces,
  ...own
}: Configuration): Configuration {
  return {
    ...own,
    ...(databases && { d1_databases: databases.map(({ database_id: _id, ...database }) => database) }),
    ...(namespaces && { kv_namespaces: namespaces.map(({ id: _id, ...namespace }) => namespace) }),
  };
}

/** With the names of an installation wherever a name begins with the first one's, but for settings, paths and hosts. */
function renamedConfiguration(
  { main, vars, routes, ...rest }: Configuration,
  installation: Installation,
): Configuration {
  const renamedIn = (value: unknown): unknown => {
    if (typeof value === "string") return renamed(value, installation);
    if (Array.isArray(value)) return value.map(renamedIn);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, renamedIn(member)]));
  };
  return { ...(renamedIn(rest) as Configuration), main, ...(vars && { vars }), ...(routes && { routes }) };
}

function changedConfiguration(
  own: Configuration,
  folder: string,
  billing: BillingSystemName,
  {
    vars,
    zones,
    hasZoneServers,
    operatorOrigin,
    domain,
    secrets,
  }: Omit<ConfigurationChanges, "installation" | "observability">,
): Configuration {
  const billingNames = Object.values(BILLING_NAMES);
  const changed: Configuration = {
    ...own,
    main: resolve(folder, own.main),
    ...(own.services && {
      services: own.services.map((binding) =>
        billingNames.includes(binding.service) ? { ...binding, service: BILLING_NAMES[billing] } : binding,
      ),
    }),
    ...(own.d1_databases && {
      d1_databases: own.d1_databases.map((database) =>
        database.migrations_dir ? { ...database, migrations_dir: resolve(folder, database.migrations_dir) } : database,
      ),
    }),
  };
  if (own.name === ZONES_NAME) {
    const required = hasZoneServers ? ["ZONE_SERVER_TOKENS"] : [];
    return { ...changed, vars: { ...own.vars, ...zones }, secrets: { required } };
  }
  if (own.name === OPERATOR_NAME && operatorOrigin) {
    return { ...changed, routes: [{ pattern: new URL(operatorOrigin).host, custom_domain: true }] };
  }
  if (own.name === FIRST && domain) {
    const others = own.routes?.filter(({ pattern }) => pattern !== domain) ?? [];
    return { ...changed, routes: [...others, { pattern: domain, custom_domain: true }], workers_dev: false };
  }
  if (own.name !== BILLING_NAMES[billing]) return changed;
  return {
    ...changed,
    ...(vars && { vars: { ...own.vars, ...vars } }),
    ...(secrets && { secrets: { required: secrets } }),
  };
}

/** The billing system of that name. @throws Error where there is none */
export function billingSystemNamed(name: string): BillingSystemName {
  const found = BILLING_SYSTEMS.find((known) => known === name);
  if (!found) throw new Error(`BILLING is ${BILLING_SYSTEMS.join(" or ")}: ${name}`);
  return found;
}
