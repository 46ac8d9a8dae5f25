import type { Catalogue } from "../../../shared/billing-contract/catalogue.ts";
import { CatalogueCache } from "../../../workers/catalogue/catalogue-data/catalogue-cache.ts";
import { PLATFORM } from "../platform.ts";
import { Outcomes } from "./outcomes.ts";
import { Random } from "./random.ts";
import { SingleThread } from "./single-thread.ts";
import { StoredValues } from "./stored-values.ts";
import { VirtualTime } from "./virtual-time.ts";
import { withoutLogLines } from "./without-log-lines.ts";

/** Readers of one price list. */
export interface CatalogueReadScenario {
  seed: number;
  forMs: number;
  perSecond: number;
  isolates: number;
  places: number;
}

export interface CatalogueReadResult {
  outcomes: Outcomes;
  /** Instants at which the billing system was asked, milliseconds from the start. */
  asked: number[];
  database: SingleThread;
  store: StoredValues;
  /** Isolates that say that the store refuses writes, at the end. */
  saysRefused: number;
  logged: Map<string, number>;
}

/** Runs the real cache of the catalogue in many isolates on simulated time. */
export async function simulateCatalogueReads(scenario: CatalogueReadScenario): Promise<CatalogueReadResult> {
  const { seed, forMs, perSecond, isolates, places } = scenario;
  const time = new VirtualTime(Date.UTC(2026, 0, 1, 12));
  const start = time.now;
  const random = new Random(seed);
  // A price list is read in two calls of several statements.
  const database = new SingleThread(time, random, { ...PLATFORM.database, serviceMs: () => 5 });
  const asked: number[] = [];
  const catalogue = { currency: "CAD", language: "en", plans: [], extensions: [] } as unknown as Catalogue;
  const billing = {
    async readCatalogue() {
      asked.push(time.now - start);
      for (let call = 0; call < 2; call++) await database.call(() => undefined);
      return { ok: true as const, value: catalogue };
    },
  };
  const store = new StoredValues(time, PLATFORM.store);
  const caches = Array.from(
    { length: isolates },
    (_, isolate) => new CatalogueCache(billing as never, store.at(`place ${isolate % places}`), () => time.now),
  );
  const outcomes = new Outcomes();
  const read = async () => {
    const began = time.now;
    const cache = caches[random.below(isolates)] as CatalogueCache;
    const outcome = await cache
      .read({ currency: "CAD", language: "en" }, () => {})
      .then(
        () => "answered",
        () => "unavailable",
      );
    outcomes.add(outcome, time.now - began);
  };
  const come = async () => {
    while (time.now - start < forMs) {
      await time.wait(random.untilNext(perSecond / 1_000));
      void read();
    }
  };
  const logged = await withoutLogLines(() => time.run(() => void come(), forMs));
  const saysRefused = caches.filter(({ storeRefused }) => storeRefused).length;
  return { outcomes, asked, database, store, saysRefused, logged };
}
