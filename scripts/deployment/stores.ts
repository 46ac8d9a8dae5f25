import { type Installation, keepInstallation, type StoredInstallation } from "./installation.ts";
import { MissingLogin, type WranglerCalls } from "./wrangler.ts";
import type { Configuration } from "./wrangler-configuration.ts";

/** A database or namespace that a Worker binds. */
export interface Store {
  kind: "databases" | "namespaces";
  /** As the platform knows it; no two of an account have the same. */
  name: string;
  /** Undefined where it is not known: it is to be made. */
  id: string | undefined;
}

/** The stores of configurations as they are deployed. */
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

/** A namespace has no name in a configuration: this is the one that wrangler gives to those that it creates itself. */
function titleOf(worker: string, binding: string): string {
  return `${worker}-${binding.toLowerCase().replaceAll("_", "-")}`;
}

/** The configuration with the ids of stores that the installation knows and it has not. */
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

/** The wrangler call that makes a store. */
export function makeCall({ kind, name }: Store, jurisdiction: string): string[] {
  const words = kind === "databases" ? ["d1", "create", name] : ["kv", "namespace", "create", name];
  return [...words, ...(jurisdiction ? ["--jurisdiction", jurisdiction] : [])];
}

/** The call that lists the stores of a kind, as JSON. */
const LIST_CALLS = {
  databases: ["d1", "list", "--json"],
  namespaces: ["kv", "namespace", "list"],
} as const satisfies Record<Store["kind"], readonly string[]>;

/** The id of a store in such a list. @throws Error where it is not there */
export function idIn(list: unknown, { kind, name }: Store): string {
  const rows = Array.isArray(list) ? (list as Record<string, unknown>[]) : [];
  const row = rows.find((one) => (kind === "databases" ? one.name : one.title) === name);
  const id = kind === "databases" ? row?.uuid : row?.id;
  if (typeof id !== "string") throw new Error(`wrangler created ${name} but does not list it.`);
  return id;
}

/** Creates the missing stores, and records each id as soon as it exists. */
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
