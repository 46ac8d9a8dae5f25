import type { HostTrouble, RegistryHealthPort, RegistryPort } from "../../../durable-objects/registry/registry-port.ts";
import type { RegistrarSource, Source } from "../../../durable-objects/registry/source-types.ts";
import type { ActResult, ShownRow } from "../../../shared/operator-contract/answers.ts";
import { type CatalogueOperatorPort, MAX_PAUSE_MINUTES } from "../../../shared/operator-contract/catalogue-operator.ts";
import { shownInstant } from "../../../shared/operator-contract/shown-rows.ts";
import type { StatusTables } from "../../../shared/operator-contract/status.ts";
import type { CheckSources } from "../availability/sources/source-table.ts";
import { CATALOGUE_FRESH_FOR, CATALOGUE_KEY_PREFIX, type CachedCatalogue } from "../catalogue-data/catalogue-cache.ts";

const MINUTE_MS = 60_000;

export interface CatalogueOperatorDependencies {
  /** Reads the sources for each command. Every read logs invalid settings. */
  sources: () => Pick<CheckSources, "table" | "registrar">;
  /** @param host host and port, as `host:port` */
  registryOf: (host: string) => Pick<RegistryPort, "pause">;
  /** The health of the registries in use. */
  health: () => Pick<RegistryHealthPort, "troubles" | "pause">;
  store: KVNamespace;
  /** Returns the current time in epoch milliseconds. */
  now: () => number;
}

/** Returns the functions that the operator console calls in this Worker. */
export function catalogueOperator(dependencies: CatalogueOperatorDependencies): CatalogueOperatorPort {
  const { registryOf, health, store, now } = dependencies;
  const knownHosts = () => hostsIn(dependencies.sources());
  const unknown = (host: string): ActResult => ({
    isDone: false,
    text: `No source has the host ${host}. The command hosts lists them, as host:port.`,
  });
  return {
    status: () => catalogueStatus(health(), store, now),
    async hosts() {
      const troubles = new Map((await health().troubles()).map((trouble) => [trouble.host, trouble]));
      const rows = [...knownHosts()].map(([host, { kind, rate }]): ShownRow => {
        const trouble = troubles.get(host);
        const { failedAt = null, openUntil = null, pausedUntil = null } = trouble ?? {};
        const own = openUntil !== null && openUntil > now() ? openUntil : null;
        return {
          ...{ host, kind, perMinute: rate.perMinute },
          failedAt: shownInstant(failedAt),
          pausedUntil: shownInstant(pausedUntil ?? own),
          why: trouble ? whyOf(trouble) : null,
        };
      });
      const concerns = ({ failedAt, pausedUntil }: ShownRow) => failedAt !== null || pausedUntil !== null;
      return rows.sort((one, other) => Number(concerns(other)) - Number(concerns(one)));
    },
    async pause(host, minutes) {
      if (!knownHosts().has(host)) return unknown(host);
      if (minutes > MAX_PAUSE_MINUTES)
        return { isDone: false, text: `A pause lasts at most ${MAX_PAUSE_MINUTES} minutes.` };
      const until = now() + minutes * MINUTE_MS;
      await registryOf(host).pause(until);
      await health().pause(host, until);
      return {
        isDone: true,
        text: `Checks do not ask ${host} until ${shownInstant(until)}. They use the other sources of an extension, and answer unknown if it has none.`,
      };
    },
    async resume(host) {
      if (!knownHosts().has(host)) return unknown(host);
      await registryOf(host).pause(null);
      await health().pause(host, null);
      return { isDone: true, text: `Checks ask ${host} again.` };
    },
  };
}

/** Returns every host once, by `host:port`. */
function hostsIn({
  table,
  registrar,
}: Pick<CheckSources, "table" | "registrar">): Map<string, Source | RegistrarSource> {
  const sources = [registrar, ...[...table.values()].flat()];
  return new Map(sources.map((source) => [`${source.host}:${source.port}`, source]));
}

/** The row to show if KV has no price list. KV deletes a price list that is too old to serve. */
const NO_COPY: ShownRow = {
  name: "prices: none in the store, the next request reads them",
  readAt: null,
  servedForMinutes: null,
};

/** Returns why a host is in trouble, such as `rate limited` if the registry asked for fewer queries. */
function whyOf({ failure, pausedUntil }: HostTrouble): string | null {
  return pausedUntil === null ? (failure?.replaceAll("_", " ") ?? null) : "paused by an operator";
}

/** Returns the failing or paused registry hosts, and the time of each price list in the store. */
export async function catalogueStatus(
  registries: Pick<RegistryHealthPort, "troubles">,
  store: KVNamespace,
  now: () => number,
): Promise<StatusTables> {
  const troubles = await registries.troubles();
  const { keys } = await store.list({ prefix: CATALOGUE_KEY_PREFIX });
  const read = await Promise.all(
    keys.map(async ({ name }): Promise<ShownRow[]> => {
      const entry = await store.get<CachedCatalogue>(name, "json");
      const list = name.slice(CATALOGUE_KEY_PREFIX.length).replace(":", " ");
      const servedForMinutes = CATALOGUE_FRESH_FOR / 60;
      return entry ? [{ name: `prices ${list}`, readAt: shownInstant(entry.readAt), servedForMinutes }] : [];
    }),
  );
  const copies = read.flat();
  return {
    circuits: troubles.map((trouble) => {
      const { host, failedAt, openUntil, pausedUntil } = trouble;
      const last = pausedUntil ?? openUntil;
      const until = last !== null && last > now() ? last : null;
      return {
        name: host,
        ...{ isOpen: until !== null, why: whyOf(trouble) },
        ...{ failedAt: shownInstant(failedAt), openUntil: shownInstant(until) },
      };
    }),
    copies: copies.length > 0 ? copies : [NO_COPY],
  };
}
