import { runDurableObjectAlarm } from "cloudflare:test";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { DatabaseGeneration } from "../../shared/generations/database-generation.ts";
import type { RecoverablePort } from "../../shared/generations/point-in-time.ts";
import { ConnectionIndex } from "../../workers/account/connections/connection-index.ts";
import { HeldStores } from "../../workers/account/generations/held-stores.ts";
import { ObjectRestore } from "../../workers/account/generations/object-restore.ts";
import { account, accountStub, eachWithNewAccount, renew } from "./support/account-api.ts";
import { bindings } from "./support/bindings.ts";
import { DAY, HOUR, pass, resetClock } from "./support/clock.ts";
import { putBack, type StoredMoment, storedNow } from "./support/put-back.ts";
import { script } from "./support/scripted-billing.ts";
import { connected } from "./support/test-connection.ts";

eachWithNewAccount();
beforeEach(async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  await db.prepare("DELETE FROM held_stores").run();
  await db.prepare("UPDATE store_generation SET accepted = 0, counter = 0").run();
});
afterEach(() => {
  vi.restoreAllMocks();
  resetClock();
});

const db = bindings.INDEX;
const TABLES = ["object_generations", "sent_actions", "connections", "store_generation", "held_stores"];
const BOOKMARK = "0000007b-0000b26e-00001582-3e51b1d5b1b1b1b1b1b1b1b1b1b1b1b1";
let number = 0;

type RestoredStub = DurableObjectStub & Pick<RecoverablePort, "holdRestored">;
type DatabaseMoment = Map<string, Record<string, unknown>[]>;

async function databaseNow(): Promise<DatabaseMoment> {
  const read = await db.batch<Record<string, unknown>>(TABLES.map((table) => db.prepare(`SELECT * FROM ${table}`)));
  return new Map(TABLES.map((table, index) => [table, read[index]?.results ?? []]));
}

async function putDatabaseBack(moment: DatabaseMoment): Promise<void> {
  const rows = [...moment].flatMap(([table, all]) =>
    all.map((row) => {
      const marks = Object.keys(row).map(() => "?");
      return db.prepare(`INSERT INTO ${table} (${Object.keys(row)}) VALUES (${marks})`).bind(...Object.values(row));
    }),
  );
  await db.batch([...TABLES.map((table) => db.prepare(`DELETE FROM ${table}`)), ...rows]);
}

/** The operator's commands, over a stand-in for the platform's recovery of one object alone. */
async function operator(stub: RestoredStub, moment: StoredMoment) {
  const witness = bindings.STORE_WITNESS.getByName(`together ${++number}`);
  const recoverable = {
    bookmarkAt: async () => ({ ok: true as const, bookmark: BOOKMARK }),
    restoreTo: async () => {
      await putBack(stub, moment);
      return { ok: true as const, bookmark: BOOKMARK };
    },
    holdRestored: () => stub.holdRestored(),
    loggedActions: async () => [],
    entries: async () => [],
  };
  const generation = new DatabaseGeneration({ db, store: "account-database", witness, now: Date.now });
  const common = { db, now: Date.now, restored: witness };
  const restore = new ObjectRestore({ ...common, accountOf: () => recoverable, connectionOf: () => recoverable });
  const held = new HeldStores({
    ...{ ...common, generation, index: new ConnectionIndex(db, "shop") },
    accountOf: accountStub,
    connectionOf: (id) => bindings.CONNECTION.getByName(id) as never,
  });
  await generation.compare("first");
  return { witness, restore, held, generation, heldNow: async () => (await held.list()).map(({ store }) => store) };
}

type Operator = Awaited<ReturnType<typeof operator>>;

const earlier = () => `${new Date(Date.now() - HOUR).toISOString().slice(0, 19)}Z`;

/** The database goes back, and is noticed and accepted. @returns what the operator reads */
async function databaseGoesBack({ generation, held }: Operator, moment: DatabaseMoment): Promise<string> {
  await putDatabaseBack(moment);
  expect(await generation.compare("after")).toBe(true);
  return (await held.accept("account-database")).text;
}

/** An account whose second order is in neither its object nor the database, which both went back. */
async function orderInNeither() {
  expect((await renew("first")).status).toBe(201);
  const stub = accountStub();
  const console = await operator(stub, await storedNow(stub));
  const before = await databaseNow();
  await console.generation.compare("meanwhile");
  expect((await renew("second", "b.ca")).status).toBe(201);
  return { ...console, before, store: `account:shop:${account}` };
}

test("an account that was put back is held again once the database is accepted, and its key is not sent again", async () => {
  const { before, store, ...console } = await orderInNeither();
  await console.restore.restore(store, earlier());
  expect(await databaseGoesBack(console, before)).toContain(`Held now`);
  expect(await console.heldNow()).toEqual([store]);
  for (let times = 0; times < 2; times++) expect((await renew("second", "b.ca")).status).toBe(503);
  expect(script.done).toHaveLength(2);
});

test("an account that was put back sends nothing before the database's return is noticed either", async () => {
  const { before, store, ...console } = await orderInNeither();
  await console.restore.restore(store, earlier());
  await putDatabaseBack(before);
  expect(await console.heldNow()).toEqual([]);
  const sent = () => db.prepare("SELECT count(*) AS count FROM sent_actions").first("count");
  const told = await sent();
  expect((await renew("second", "b.ca")).status).toBe(503);
  expect(script.done).toHaveLength(2);
  expect(await sent(), "what is refused is not told as sent").toBe(told);
});

test("nor is a connection issued tokens", async () => {
  const [connection, tokens] = await connected();
  const console = await operator(connection.stub, await storedNow(connection.stub));
  const before = await databaseNow();
  await connection.stub.end("disconnected");
  await console.restore.restore(`connection:${connection.id}`, earlier());
  await putDatabaseBack(before);
  expect(await connection.errorOf(tokens.refresh_token)).toEqual([503, "temporarily_unavailable"]);
  await connection.stub.acceptRestore();
  expect((await connection.refresh(tokens.refresh_token)).status).toBe(200);
});

test("such an account goes on only as the operator confirms it, or once every key of then has ended", async () => {
  const { before, store, ...console } = await orderInNeither();
  await console.restore.restore(store, earlier());
  expect(await console.held.preview(store)).toBeNull();
  await databaseGoesBack(console, before);
  expect(await console.held.preview(store)).toMatch(/would order again: wait until \d{4}-/);
  pass(24 * HOUR);
  expect(await console.held.preview(store)).not.toBeNull();
  pass(HOUR);
  expect(await console.held.preview(store)).toBeNull();
  expect(await console.held.accept(store)).toMatchObject({ isDone: true });
  expect(await console.heldNow()).toEqual([]);
});

test("an account that is put back after the database was accepted is no other case", async () => {
  const { before, store, ...console } = await orderInNeither();
  await databaseGoesBack(console, before);
  expect(await console.heldNow()).toEqual([]);
  await console.restore.restore(store, earlier());
  expect(await console.held.preview(store)).toContain("would order again");
});

test("an object that was put back to after the database was accepted is accepted as any other", async () => {
  const { before, store, ...console } = await orderInNeither();
  await databaseGoesBack(console, before);
  pass(2 * HOUR);
  await console.restore.restore(store, earlier());
  expect(await console.held.preview(store)).toBeNull();
});

test("a connection that was ended in between is held, is listed, and is best ended again", async () => {
  const [connection, tokens] = await connected();
  const { stub } = connection;
  const console = await operator(stub, await storedNow(stub));
  // Before it was made, as far as the database knows.
  const before = await databaseNow();
  await console.generation.compare("meanwhile");
  await new ConnectionIndex(db, "shop").relist(connection.agreement);
  await stub.end("disconnected");
  const store = `connection:${connection.id}`;
  await console.restore.restore(store, earlier());
  expect(await databaseGoesBack(console, before)).toContain(store);
  expect(await connection.errorOf(tokens.refresh_token)).toEqual([503, "temporarily_unavailable"]);
  expect(await console.held.preview(store)).toContain(`end connection ${connection.id}`);
  pass(30 * DAY);
  expect(await console.held.preview(store)).toContain("if it was ended in between");
  const listed = await db.prepare("SELECT id FROM connections WHERE id = ?").bind(connection.id).first("id");
  expect(listed).toBe(connection.id);
  await stub.end("ended_by_provider");
  expect(await console.held.preview(store)).toBeNull();
  expect(await console.held.accept(store)).toMatchObject({ isDone: true });
  expect(await console.heldNow()).toEqual([]);
});

test("what was put back is remembered for 31 days, and what did not go back after all is not", async () => {
  const { witness, store, ...console } = await orderInNeither();
  await console.restore.restore(store, earlier());
  pass(HOUR);
  await console.restore.restore(store, BOOKMARK);
  expect(await witness.restoredObjects()).toEqual([{ store, to: null, at: expect.any(Number) }]);
  const other = { store: "account:1", to: null, at: Date.now() };
  await witness.remember(other);
  await witness.forget(other);
  pass(31 * DAY - HOUR);
  expect(await runDurableObjectAlarm(witness)).toBe(true);
  expect(await witness.restoredObjects()).toHaveLength(1);
  pass(HOUR);
  expect(await runDurableObjectAlarm(witness)).toBe(true);
  expect(await witness.restoredObjects()).toEqual([]);
  expect(await runDurableObjectAlarm(witness)).toBe(false);
});
