import { evictDurableObject } from "cloudflare:test";
import { expect, test } from "vitest";
import { TIMING } from "../../durable-objects/account/journal/journal.ts";
import { ConnectionIndex } from "../../workers/account/connections/connection-index.ts";
import { clientRegistry } from "../../workers/account/oauth/client-registry.ts";
import { StuckWrites } from "../../workers/account/stuck-writes/stuck-writes.ts";
import { DAY, HOUR } from "../support/clock.ts";
import { type Kept, simulateYear } from "../support/simulated-year.ts";
import { account, accountStub, act, renew, useNewAccount } from "./support/account-api.ts";
import { control } from "./support/account-world.ts";
import { askAbout, decide, openRequests } from "./support/approvals.ts";
import { bindings } from "./support/bindings.ts";
import { faults, kept, resetFaults } from "./support/connection-world.ts";
import { answersInTime, type Mood, script } from "./support/scripted-billing.ts";
import { OBJECTS_SLACK, SimulatedTime } from "./support/simulated-time.ts";
import { recordOf, TestConnection, type Tokens } from "./support/test-connection.ts";

const DAYS = Number(bindings.SIMULATED_DAYS);
const db = bindings.INDEX;
const now = () => Date.now();
const REFUSAL = { code: "refused" as const, reason: { en: "No.", fr: "Non." } };
/** The behaviour of the billing system for successive orders. */
const MOODS: Mood[] = [
  "well",
  "well",
  "silent",
  "well",
  "breaks after",
  "deaf",
  "well",
  "half",
  "well",
  { refuses: REFUSAL },
];
const CALLS_A_DAY = 3;
/** The number of days from one visit to the next. */
const STEP_DAYS = 6;
/** The number of visits from one new connection to the next. */
const NEW_CONNECTION_EVERY = 4;
/** The number of visits in which an application uses its connection. After these visits, it does not return. */
const USED_VISITS = 7;
const VISITS = Math.floor(DAYS / STEP_DAYS);
const TABLES = ["connections", "stuck_actions", "clients", "unconnected_clients", "lifted_registrations"];
/**
 * The number of days after the last visit: the lifetime of an unused connection, the 180 days of its log and another
 * month.
 */
const ALONE_DAYS = 30 + 180 + 30;

test(`nothing grows without bound in ${DAYS} days, and nothing remains once nobody visits`, {
  timeout: 3_600_000,
}, async () => {
  useNewAccount();
  // These are the deployed times, except for the time to wait for a response.
  control.timing = {
    ...TIMING,
    get answerTimeoutMs() {
      return answersInTime(script.moods[0]) ? 5_000 : 50;
    },
  };
  script.brokenOffAfterMs = 200;
  kept.index = new ConnectionIndex(db, "shop");
  const system = new System();
  const { left } = await simulateYear(system, {
    title: `Objects of one account and the account Worker's database, ${DAYS} days`,
    steps: VISITS,
    slack: [[/^table/, 5], ...OBJECTS_SLACK],
  });
  // No object needs 100 alarms in a step of six days, even with lookups of lost responses, retried e-mails and the log.
  expect(system.time.mostAlarms.count, system.time.mostAlarms.name).toBeLessThan(100);
  expect(script.done.length).toBeGreaterThan(VISITS / 2);
  expect(left).toMatchObject({
    ...{ "table connections": 0, "table stuck_actions": 0, "table clients": 0 },
    ...{ "account: rows": 0, "account: alarms": 0 },
  });
  for (const kind of ["connection", "session", "window"])
    expect(left).toMatchObject({ [`${kind}: objects`]: 0, [`${kind}: rows`]: 0, [`${kind}: alarms`]: 0 });
  kept.index = null;
  control.timing = null;
});

/** One account with its customer's applications, browsers and networks. */
class System {
  readonly time = new SimulatedTime();
  readonly #account = `account:shop:${account}`;
  readonly #stub = accountStub();
  readonly #registry = clientRegistry(db, now, 10_000);
  readonly #stuck = new StuckWrites(db, "shop");
  #used: { connection: TestConnection; tokens: Tokens; until: number }[] = [];

  async step(visit: number): Promise<void> {
    const end = this.time.step(STEP_DAYS);
    Object.assign(faults, {
      listFails: visit % 17 === 0,
      noticesFail: visit % 13 === 0,
      accountFails: visit % 11 === 0,
    });
    if (visit % NEW_CONNECTION_EVERY === 0) await this.#connect(visit);
    await this.#useConnections(visit);
    await this.#order(visit);
    await this.#browse(visit);
    if (visit % 5 === 0) await evictDurableObject(this.#stub);
    await this.time.watch(this.#account, this.#stub);
    // The failures end after an hour.
    await this.time.until(Date.now() + HOUR, this.#account);
    resetFaults();
    await this.time.until(end, this.#account);
    await this.#scheduledWork();
  }

  async leaveAlone(): Promise<void> {
    resetFaults();
    for (let day = 0; day < ALONE_DAYS; day += 10) {
      await this.time.until(Date.now() + 10 * DAY, this.#account);
      await this.#scheduledWork();
    }
  }

  async kept(): Promise<Kept> {
    const counts = await db.batch<{ n: number }>(
      TABLES.map((table) => db.prepare(`SELECT count(*) AS n FROM ${table}`)),
    );
    return {
      ...(await this.time.kept(["account", "connection", "session", "window"])),
      ...Object.fromEntries(TABLES.map((table, at) => [`table ${table}`, counts[at]?.results[0]?.n ?? -1])),
    };
  }

  async #connect(visit: number): Promise<void> {
    const connection = new TestConnection({ madeAt: new Date().toISOString() });
    await kept.index?.add(connection.agreement);
    const tokens = await connection.connect();
    this.#used.push({ connection, tokens, until: visit + USED_VISITS });
    // This API token causes a notice before it ends.
    const token = new TestConnection({ endsAt: new Date(Date.now() + 30 * DAY).toISOString() });
    await kept.index?.add(token.agreement);
    await token.openToken(`hash ${visit}`);
    await this.time.watch(`connection:${token.id}`, token.stub);
    await this.#registry.register(`app-${visit}`, "{}", "network");
  }

  async #useConnections(visit: number): Promise<void> {
    this.#used = this.#used.filter(({ until }) => until > visit);
    for (const used of this.#used) {
      const { connection, tokens } = used;
      for (let call = 0; call < CALLS_A_DAY; call++)
        await connection.admit(tokens.access_token, 1, recordOf(`${visit}`));
      const answer = await connection.refresh(tokens.refresh_token);
      if (answer.status === 200) used.tokens = JSON.parse(answer.body);
      if (visit % 7 === 0) await connection.evict();
      // The customer ends two of every five connections.
      if (used.until === visit + 1 && visit % 20 < 10) await connection.stub.end("disconnected");
      await this.time.watch(`connection:${connection.id}`, connection.stub);
    }
  }

  async #order(visit: number): Promise<void> {
    script.moods = [MOODS[visit % MOODS.length] ?? "well"];
    const name = `name-${visit}.ca`;
    await renew(`key-${visit}`, name);
    script.moods = [];
    if (visit % 3 === 0) await act("/account/domains/ana.dev/lock", { locked: true }, { method: "PUT" });
    if (visit % 7 !== 3) return;
    askAbout({ orders: 0 });
    await renew(`asked-${visit}`, `asked-${visit}.ca`);
    const [open] = await openRequests();
    // Every second request expires.
    if (open && visit % 2 === 0) await decide(open.id, "approve");
    if (visit % 2 === 0) await renew(`approved-${visit}`, `asked-${visit}.ca`);
    askAbout({});
  }

  async #browse(visit: number): Promise<void> {
    const session = bindings.SESSION.getByName(`browser ${visit}`);
    await session.begin({
      signedIn: { loginId: 1, email: "owner@maple.example", at: Date.now() },
      pending: {},
    });
    await this.time.watch(`session:${visit}`, session);
    const window = bindings.ADDRESS_WINDOW.getByName(`network ${visit}`);
    await window.take({ id: "x", name: "x", quota: 5, windowSeconds: 3_600 }, [], 1);
    await this.time.watch(`window:${visit}`, window);
    const key = bindings.DAILY_KEY.getByName(`day ${visit}`);
    await key.read();
    await this.time.watch(`window:key ${visit}`, key);
  }

  async #scheduledWork(): Promise<void> {
    for (const table of [this.#registry, this.#stuck]) await table.purge(Date.now());
  }
}
