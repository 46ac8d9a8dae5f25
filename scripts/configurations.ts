import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { parse } from "smol-toml";
import { FIRST, type Installation, renamed } from "./deployment/installation.ts";
import { type Observability, withObservability } from "./deployment/observability.ts";
import { withStoreIds } from "./deployment/stores.ts";
import type { Configuration } from "./deployment/wrangler-configuration.ts";
import { BILLING_SYSTEMS, type BillingSystemName, PROJECT, WORKERS, type WorkerFile, workersOn } from "./workers.ts";

/** The Worker name of each billing system. Other Workers bind to it. */
const BILLING_NAMES: Record<BillingSystemName, string> = {
  embedded: "frontdesk-billing",
  whmcs: "frontdesk-billing-whmcs",
};

const ZONES_NAME = "frontdesk-zones";
/**
 * The Analytics Engine dataset. Each installation needs its own, because everything written to a dataset shares one
 * table.
 */
const DATASET = "frontdesk_metrics";

const OPERATOR_NAME = "frontdesk-operator";

/** The changes to apply to the configurations in the repository. */
export interface ConfigurationChanges {
  /** Settings that replace the defaults of the billing system's Worker. */
  vars?: Record<string, string>;
  /** Settings and secrets that replace the defaults of the zones Worker. */
  zones?: Record<string, string>;
  /** Whether the zones Worker has servers. If so, it needs their tokens. */
  hasZoneServers?: boolean;
  /** The origin of the operator console, which becomes the console's route; absent if the console is not reachable. */
  operatorOrigin?: string | undefined;
  /** The host name of the front door, which becomes its route; absent if the front door is on workers.dev. */
  domain?: string | undefined;
  /** The `WHMCS_URL` of a deployment; absent for local work. */
  whmcsAddress?: string | undefined;
  /** The secrets that the billing system's Worker requires, in place of those in its configuration. */
  secrets?: string[];
  /** The installation to deploy. Absent means the first installation, without the store ids of its file. */
  installation?: Installation;
  observability?: Observability;
  /** Whether to omit cron triggers. Locally, Wrangler warns about them and does not fire them. */
  withoutTriggers?: boolean;
}

/** A Worker whose configuration has been written to a folder. */
export interface WrittenWorker extends WorkerFile {
  /** The path of the original configuration, relative to the project. */
  source: string;
  configuration: Configuration;
}

/**
 * Writes the configuration of every Worker for one billing system into a folder. Paths become absolute, and every
 * binding to a billing system refers to the chosen one.
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
    // The file may contain credentials for a simulator, so only the current user can read it.
    writeFileSync(config, JSON.stringify(configuration, null, 2), { mode: 0o600 });
    return { ...worker, config, source, configuration };
  });
}

/**
 * Returns an identifier for the billing system of a deployment. If the database of the embedded engine or the URL of
 * WHMCS changes, the same customer ids mean other customers. Local work has one billing system of each kind, so its
 * name is enough.
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

/** Returns the host and path of a URL, so that WHMCS has the same identifier with http and https. */
function addressIn(address: string): string {
  const { host, pathname } = new URL(address);
  return host + pathname.replace(/\/+$/, "");
}

/**
 * Adds the billing system's identifier to the settings and to the bindings to the billing system. A billing system
 * refuses calls that name another identifier.
 */
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

/** Returns the configurations of all Workers without changes. */
export function projectConfigurations(): Configuration[] {
  return WORKERS.map(({ config }) => parse(readFileSync(join(PROJECT, config), "utf8")) as unknown as Configuration);
}

/**
 * Returns the changed configuration of a Worker.
 * @param folder the absolute path of the configuration's folder
 */
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

/** Removes routes and store ids from a configuration. Only the first installation has them in the repository. */
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

/** Replaces the first installation's name wherever a name starts with it. Settings, paths and hosts stay unchanged. */
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

/**
 * Returns the billing system with a name.
 * @throws Error if no billing system has that name
 */
export function billingSystemNamed(name: string): BillingSystemName {
  const found = BILLING_SYSTEMS.find((known) => known === name);
  if (!found) throw new Error(`BILLING is ${BILLING_SYSTEMS.join(" or ")}: ${name}`);
  return found;
}
