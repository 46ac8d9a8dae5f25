import { evictDurableObject } from "cloudflare:test";
import { afterAll, expect, test } from "vitest";
import type { Rate, RegistrarSource, Source } from "../../../durable-objects/registry/source-types.ts";
import { type Verdict, verdict } from "../../../shared/domain-names/verdict.ts";
import { AddressLimit } from "../../../shared/platform/address-limit.ts";
import { DAY, HOUR, MINUTE, pass } from "../../support/clock.ts";
import { type Kept, simulateYear } from "../../support/simulated-year.ts";
import { bindings } from "../support/bindings.ts";
import { registryScript } from "../support/scripted-registry.ts";
import { OBJECTS_SLACK, SimulatedTime } from "../support/simulated-time.ts";

const DAYS = Number(bindings.SIMULATED_DAYS);
/** The number of days from one visit to the next. */
const STEP_DAYS = 6;
const VISITS = Math.floor(DAYS / STEP_DAYS);
/**
 * The number of days to wait after the last visit. Daily keys are stored the longest, and this wait exceeds their
 * lifetime.
 */
const ALONE_DAYS = 5;
const CHECKS = { id: "checks", name: "checks", quota: 3, windowSeconds: 86_400 };
/** The number of calls from each new network. The last one exceeds the limit. */
const CALLS_OF_A_NETWORK = CHECKS.quota + 1;

const RATE: Rate = { perMinute: 60, burst: 10, concurrency: 4 };
const COUNTED_BY_DAY: Rate = { ...RATE, perDay: 40 };
const SOURCES: (Source | RegistrarSource)[] = [
  rdap("rdap.one.example", RATE),
  rdap("rdap.two.example", COUNTED_BY_DAY),
  rdap("rdap.three.example", RATE),
  { kind: "registrar", host: "registrar", port: 0, rate: RATE, origin: "operator" },
];
/** The verdicts that the registries return in turn; `null` means the default verdict. */
const ANSWERS: (Verdict | null)[] = [
  null,
  null,
  { ...verdict("throttled", "rate_limited"), waitMs: 2 * HOUR },
  verdict("taken", "registered"),
  verdict("unknown", "timeout"),
  verdict("unknown", "refused"),
  null,
  verdict("unknown", "unreachable"),
  verdict("unknown", "bad_answer"),
];

afterAll(() => registryScript.answers.clear());

test(`nothing grows in ${DAYS} days of domain checks, and only a daily count remains once they stop`, {
  timeout: 3_600_000,
}, async () => {
  const checks = new Checks();
  const { left } = await simulateYear(checks, {
    title: `Objects of domain checks, ${DAYS} days`,
    steps: VISITS,
    slack: OBJECTS_SLACK,
  });
  expect(registryScript.asked).toBeGreaterThan(VISITS * SOURCES.length);
  // A window and a key each need one alarm to end. A registry sets no alarm.
  expect(checks.time.mostAlarms.count, checks.time.mostAlarms.name).toBeLessThanOrEqual(2);
  for (const kind of ["window", "key"])
    expect(left).toMatchObject({ [`${kind}: objects`]: 0, [`${kind}: rows`]: 0, [`${kind}: alarms`]: 0 });
  // No host is failing at the end. A registry with a daily limit stores the number of queries of that day.
  expect(left).toMatchObject({ "health: rows": 0, "registry: objects": 1, "registry: rows": 1 });
});

/** Visitors who check domains, each time from a new network. */
class Checks {
  readonly time = new SimulatedTime();
  readonly #health = bindings.REGISTRY_HEALTH.getByName("live");
  /** The objects that this visit called, by kind and name. */
  readonly #reached = new Map<string, DurableObjectStub>();
  readonly #limit = new AddressLimit(
    {
      window: (name) => this.#reach(`window:${name}`, bindings.ADDRESS_WINDOW.getByName(name)),
      dailyKey: (day) => this.#reach(`key:${day}`, bindings.DAILY_KEY.getByName(day)),
    },
    () => Date.now(),
  );

  async step(visit: number): Promise<void> {
    const end = this.time.step(STEP_DAYS);
    SOURCES.forEach(({ host }, at) => {
      const answer = ANSWERS[(visit + at * 2) % ANSWERS.length];
      if (answer) registryScript.answers.set(host, answer);
      else registryScript.answers.delete(host);
    });
    for (let call = 0; call < CALLS_OF_A_NETWORK; call++) await this.#limit.countKey(`network ${visit}`, CHECKS);
    await this.#limit.count(`203.0.113.${visit % 256}`, CHECKS);
    if (visit % 6 === 3) await this.#pauseByOperator(visit);
    await this.ask(visit, 4);
    if (visit % 5 === 0) for (const { host } of SOURCES) await evictDurableObject(this.#registry(host));
    if (visit % 7 === 0) await evictDurableObject(this.#health);
    await this.time.until(end, "none");
  }

  /**
   * Checks domains at every registry, then watches the objects that were called.
   * @param times the number of domains to check at each registry
   */
  async ask(visit: number, times: number): Promise<void> {
    for (let time = 0; time < times; time++) {
      for (const source of SOURCES) {
        const question = { name: `name-${visit}-${time}.example`, source, endpointOverride: null, maxAgeMs: MINUTE };
        const registry = this.#registry(source.host);
        // The queue of the registry is empty, so every query gets a reply within its deadline.
        await registry.ask({
          ...question,
          deadlineMs: 2_100,
          caller: time % 2 ? "signed_in" : "anonymous",
          requestId: `${visit}`,
        });
        this.#reached.set(`registry:${source.host}`, registry);
      }
      pass(time === 2 ? HOUR : MINUTE);
    }
    await this.#health.troubles();
    this.#reached.set("health:live", this.#health);
    for (const [name, stub] of this.#reached) await this.time.watch(name, stub);
    this.#reached.clear();
  }

  /** Stops the visits. After some days, each registry gets one more query. */
  async leaveAlone(): Promise<void> {
    await this.time.until(Date.now() + ALONE_DAYS * DAY, "none");
    registryScript.answers.clear();
    await this.ask(VISITS, 1);
  }

  kept(): Promise<Kept> {
    return this.time.kept(["registry", "health", "window", "key"]);
  }

  /** Pauses a registry for an hour. Every second pause is ended early. */
  async #pauseByOperator(visit: number): Promise<void> {
    const { host, port } = SOURCES[visit % 3] ?? SOURCES[0] ?? { host: "", port: 0 };
    for (const until of [Date.now() + HOUR, ...(visit % 12 === 3 ? [null] : [])]) {
      await this.#registry(host).pause(until);
      await this.#health.pause(`${host}:${port}`, until);
    }
  }

  #registry(host: string) {
    return bindings.REGISTRY.getByName(host);
  }

  #reach<Stub extends DurableObjectStub>(name: string, stub: Stub): Stub {
    this.#reached.set(name, stub);
    return stub;
  }
}

function rdap(host: string, rate: Rate): Source {
  const base = `https://${host}/`;
  return { kind: "rdap", host, port: 443, rate, origin: "operator", base, trusted404: true };
}
