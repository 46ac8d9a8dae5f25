import { evictDurableObject } from "cloudflare:test";
import { afterAll, expect, test, vi } from "vitest";
import type { Rate, RegistrarSource, Source } from "../../../durable-objects/registry/source-types.ts";
import { type Verdict, verdict } from "../../../shared/domain-names/verdict.ts";
import { AddressLimit } from "../../../shared/platform/address-limit.ts";
import { printTable } from "../../support/print-table.ts";
import { bindings } from "../support/bindings.ts";
import { DAY, HOUR, MINUTE, pass } from "../support/clock.ts";
import { registryScript } from "../support/scripted-registry.ts";
import { SimulatedTime, type Stored, storedText } from "../support/simulated-time.ts";

const DAYS = Number(bindings.SIMULATED_DAYS);
/** Days from one visit of everybody to the next. */
const STEP_DAYS = 6;
const VISITS = Math.floor(DAYS / STEP_DAYS);
/** Longer than a key lives, which is the longest of what is kept. */
const ALONE_DAYS = 5;
const CHECKS = { id: "checks", name: "checks", quota: 3, windowSeconds: 86_400 };
/** Of networks that a visit comes from, one more than its window allows. */
const CALLS_OF_A_NETWORK = CHECKS.quota + 1;

const RATE: Rate = { perMinute: 60, burst: 10, concurrency: 4 };
const COUNTED_BY_DAY: Rate = { ...RATE, perDay: 40 };
const SOURCES: (Source | RegistrarSource)[] = [
  rdap("rdap.one.example", RATE),
  rdap("rdap.two.example", COUNTED_BY_DAY),
  rdap("rdap.three.example", RATE),
  { kind: "registrar", host: "registrar", port: 0, rate: RATE, origin: "operator" },
];
/** What befalls one registry after another. */
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

test(`${DAYS} days of domain checks: nothing grows, and everything ends once nobody comes`, {
  timeout: 3_600_000,
}, async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  vi.spyOn(console, "log").mockImplementation(() => undefined);
  const began = performance.now();
  const checks = new Checks();
  let before: Record<string, Stored> = {};
  for (let visit = 0; visit < VISITS; visit++) {
    await checks.visit(visit);
    if (visit === Math.floor(VISITS * 0.75)) before = await checks.stored();
  }
  const end = await checks.stored();
  for (const [kind, { rows, bytes, objects }] of Object.entries(end)) {
    expect(rows, `rows of ${kind}`).toBeLessThanOrEqual((before[kind]?.rows ?? 0) + 4);
    expect(bytes, `bytes of ${kind}`).toBeLessThanOrEqual((before[kind]?.bytes ?? 0) * 1.25 + 65_536);
    expect(objects, `objects of ${kind}`).toBeLessThanOrEqual((before[kind]?.objects ?? 0) + 3);
  }
  expect(registryScript.asked).toBeGreaterThan(VISITS * SOURCES.length);
  // A window and a key end by one alarm each; a registry has none.
  expect(checks.time.mostAlarms.count, checks.time.mostAlarms.name).toBeLessThanOrEqual(2);

  // Nobody comes any more; then every registry answers one question.
  await checks.time.until(Date.now() + ALONE_DAYS * DAY, "none");
  const alone = await checks.stored();
  registryScript.answers.clear();
  await checks.ask(VISITS, 1);
  const answered = await checks.stored();
  const seconds = Math.round((performance.now() - began) / 1000);
  printTable(
    `Objects of domain checks, ${DAYS} days, ${seconds} s, ${registryScript.asked} questions, ${checks.time.alarms} alarms`,
    ["Objects", "three quarters", "end", `${ALONE_DAYS} days alone`, "after one answer each"],
    Object.keys(end).map((kind) => [
      kind.replace(":", ""),
      ...[before, end, alone, answered].map((at) => storedText(at[kind])),
    ]),
  );
  for (const kind of ["window:", "key:"])
    expect(alone[kind], kind).toEqual({ objects: 0, rows: 0, bytes: expect.any(Number), alarms: 0 });
  expect(answered["health:"], "no host fails").toMatchObject({ rows: 0 });
  // Of the one that is counted by the day: the questions of that day.
  expect(answered["registry:"]).toMatchObject({ objects: 1, rows: 1 });
  const day = await checks.daySlots("rdap.two.example");
  expect(day, "ten minutes in which it was asked").toBe(1);
  vi.restoreAllMocks();
});

/** Visitors who check names, from networks that are new each time. */
class Checks {
  readonly time = new SimulatedTime();
  readonly #health = bindings.REGISTRY_HEALTH.getByName("live");
  /** Objects that the visit reached, by the kind and name of each. */
  readonly #reached = new Map<string, DurableObjectStub>();
  readonly #limit = new AddressLimit(
    {
      window: (name) => this.#reach(`window:${name}`, bindings.ADDRESS_WINDOW.getByName(name)),
      dailyKey: (day) => this.#reach(`key:${day}`, bindings.DAILY_KEY.getByName(day)),
    },
    () => Date.now(),
  );

  async visit(visit: number): Promise<void> {
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

  /** @param times how many names each registry is asked about */
  async ask(visit: number, times: number): Promise<void> {
    for (let time = 0; time < times; time++) {
      for (const source of SOURCES) {
        const question = { name: `name-${visit}-${time}.example`, source, endpointOverride: null, maxAgeMs: MINUTE };
        const registry = this.#registry(source.host);
        // Nobody waits in the queue.
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

  async stored(): Promise<Record<string, Stored>> {
    const stored: [string, Stored][] = [];
    for (const kind of ["registry:", "health:", "window:", "key:"]) stored.push([kind, await this.time.stored(kind)]);
    return Object.fromEntries(stored);
  }

  /** How many slots a registry keeps of what it was asked. */
  daySlots(host: string): Promise<number> {
    return this.time.valueOf<unknown[]>(`registry:${host}`, "day").then((slots) => slots?.length ?? 0);
  }

  /** For an hour; every other time it is ended before. */
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
