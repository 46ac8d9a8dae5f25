import { type Installation, keepInstallation, type StoredInstallation } from "./installation.ts";
import { MissingLogin, type WranglerCalls } from "./wrangler.ts";
import type { Configuration } from "./wrangler-configuration.ts";

/** A database or namespace that a Worker binds. */
export interface Store {
  kind: "databases" | "namespaces";
  /** The store's name on the platform, which is unique within a Cloudflare account. */
  name: string;
  /** The store's id; `undefined` if the store must be created. */
  id: string | undefined;
}

/** Returns the stores that the configurations bind. */
export function storesOf(configurations: readonly Configuration[]): Store[] {
  return configurations.flatMap((configuration) => [
    ...(configuration.d1_databases ?? []).map(({ database_name = "", database_id: id }): Store => {
      return { kind: "databases", name: database_name, id };
    }),
    ...(configuration.kv_namespaces ?? []).map(({ binding, id }): Store => {
      return { kind: "namespaces", name: titleOf(configuration.name, binding), id };
    }),
  ]);
}

/**
 * Returns the title of a namespace. Configurations do not name namespaces, so this is the title that wrangler gives to
 * a namespace that it creates automatically.
 */
function titleOf(worker: string, binding: string): string {
  return `${worker}-${binding.toLowerCase().replaceAll("_", "-")}`;
}

/** Adds the store ids of an installation to a configuration that lacks them. */
export function withStoreIds(configuration: Configuration, { stored }: Installation): Configuration {
  if (!stored) return configuration;
  return {
    ...configuration,
    ...(configuration.d1_databases && {
      d1_databases: configuration.d1_databases.map((database) => {
        const id = database.database_id ?? stored.databases[database.database_name ?? ""];
        return id ? { ...database, database_id: id } : database;
      }),
    }),
    ...(configuration.kv_namespaces && {
      kv_namespaces: configuration.kv_namespaces.map((namespace) => {
        const id = namespace.id ?? stored.namespaces[titleOf(configuration.name, namespace.binding)];
        return id ? { ...namespace, id } : namespace;
      }),
    }),
  };
}

/** Returns the wrangler call that creates a store. */
export function makeCall({ kind, name }: Store, jurisdiction: string): string[] {
  const words = kind === "databases" ? ["d1", "create", name] : ["kv", "namespace", "create", name];
  return [...words, ...(jurisdiction ? ["--jurisdiction", jurisdiction] : [])];
}

/** The wrangler calls that list the stores of each kind as JSON. */
const LIST_CALLS = {
  databases: ["d1", "list", "--json"],
  namespaces: ["kv", "namespace", "list"],
} as const satisfies Record<Store["kind"], readonly string[]>;

/**
 * Finds the id of a store in the output of a list call.
 * @throws Error if the store is not listed
 */
export function idIn(list: unknown, { kind, name }: Store): string {
  const rows = Array.isArray(list) ? (list as Record<string, unknown>[]) : [];
  const row = rows.find((one) => (kind === "databases" ? one.name : one.title) === name);
  const id = kind === "databases" ? row?.uuid : row?.id;
  if (typeof id !== "string") throw new Error(`wrangler created ${name} but does not list it.`);
  return id;
}

/** Creates the missing stores, and records each id as soon as the store exists. */
export async function makeStores(
  installation: Installation,
  missing: readonly Store[],
  made: { wrangler: WranglerCalls; installations: string; isCi: boolean; domain: string; jurisdiction: string },
): Promise<Installation> {
  const { wrangler, installations } = made;
  const { name } = installation;
  if (missing.length === 0 && installation.stored === null) return installation;
  if (missing.length > 0 && made.isCi) {
    throw new Error(
      `${missing[0]?.name} is not in installations/${name}.json. The first deployment creates the stores and writes their ids there. Run it in a terminal, and commit the file.`,
    );
  }
  const before = installation.stored ?? { databases: {}, namespaces: {}, jurisdiction: made.jurisdiction };
  let current: StoredInstallation = { ...before, domain: made.domain };
  for (const store of missing) {
    const call = makeCall(store, made.jurisdiction);
    console.log(`\nwrangler ${call.join(" ")}`);
    try {
      await wrangler.run(call);
    } catch (cause) {
      if (cause instanceof MissingLogin) throw cause;
      throw new Error(
        `${store.name} was not created. If this installation already has a store with that name, put its id into installations/${name}.json, under ${store.kind}.`,
        { cause },
      );
    }
    const id = idIn(wrangler.ask(LIST_CALLS[store.kind]), store);
    current = { ...current, [store.kind]: { ...current[store.kind], [store.name]: id } };
    keepInstallation({ name, stored: current }, installations);
  }
  if (JSON.stringify(current) !== JSON.stringify(installation.stored)) {
    keepInstallation({ name, stored: current }, installations);
    console.log(`Written into installations/${name}.json: commit it.`);
  }
  return { name, stored: current };
}
