import { runInDurableObject } from "cloudflare:test";
import { expect, test } from "vitest";
import type { AccountPort } from "../../../durable-objects/account/account-port.ts";
import type { ConnectionPort } from "../../../durable-objects/connection/connection-port.ts";
import type { LogKey } from "../../../shared/account-access/call-log.ts";
import type { DataSubject, SubjectPlaces } from "../../../shared/operator-contract/erasure.ts";
import { ActingLogins } from "../../../workers/account/actions/acting-logins.ts";
import { ConnectionIndex } from "../../../workers/account/connections/connection-index.ts";
import { dataSubjects } from "../../../workers/account/operator/data-subjects.ts";
import { sampleDescription } from "../../support/sample-description.ts";
import {
  account,
  accountStub,
  ageJournal,
  audit,
  eachWithNewAccount,
  isReplayed,
  renew,
  runAlarm,
} from "../support/account-api.ts";
import { control, now } from "../support/account-world.ts";
import { bindings } from "../support/bindings.ts";
import { script } from "../support/scripted-billing.ts";

eachWithNewAccount();

const DAY = 86_400_000;
const db = bindings.INDEX;
const actingLogins = new ActingLogins(db, "shop", now);
const subjects = dataSubjects({
  actingLogins,
  ...{ db, now, index: new ConnectionIndex(db, "shop"), billingSystem: "shop" },
  sessionList: { end: async () => 0 },
  connectionOf: (id) => bindings.CONNECTION.getByName(id) as unknown as ConnectionPort,
  accountOf: (id) => accountStub(id) as unknown as AccountPort,
});
const LOGIN = { kind: "login", id: 11 } as const;
/** Returns where the login has data: only in the test's account. The login has no connections in the index. */
const places = (until: number | null = null): SubjectPlaces => ({
  ...{ connections: [], applications: [], accounts: [account] },
  until,
});

function renewByHand(loginId: number, domain: string) {
  return accountStub().act({
    ...{ accountId: account, loginId, permissions: [], operation: "renewDomain" },
    ...{ input: { domain, years: 1 }, key: { id: domain, fingerprint: "print" } },
    caller: { kind: "customer", language: "en" },
    target: { kind: "domain", id: domain },
    ...{ requestId: "request", clientArea: { address: "https://my.example", pages: sampleDescription().links } },
  });
}

async function erase(subject: DataSubject, of: SubjectPlaces): Promise<void> {
  expect(await subjects.erase(subject, of, "request")).toEqual({ left: 0, note: "" });
}

test("an erased login that remains a customer cannot order twice with one key, and the key expires as usual", async () => {
  expect((await renew("key")).status).toBe(201);
  await erase(LOGIN, places());
  expect(await audit()).toEqual([]);
  const repeated = await renew("key");
  expect([repeated.status, isReplayed(repeated)]).toEqual([201, true]);
  expect(script.asked).toHaveLength(1);

  await ageJournal(DAY);
  await runAlarm();
  expect(await accountStub().journalEntries()).toEqual([]);
});

test("keys older than a day are erased", async () => {
  expect((await renew("key")).status).toBe(201);
  await ageJournal(DAY);
  await erase({ ...LOGIN, kind: "account", id: account }, places());
  expect(await accountStub().journalEntries()).toEqual([]);
});

test("a login that acted only in the client area is found, exported and erased", async () => {
  const login = { kind: "login", id: 77_001 } as const;
  await actingLogins.add({ loginId: login.id, accountId: account });
  const renewed = await renewByHand(login.id, "by-hand.ca");
  expect(renewed.outcome).toBe("done");
  const { places: found } = await subjects.placesOf(login, null);
  expect(found).toMatchObject({ connections: [], accounts: [account] });
  const { tables } = await subjects.exportOf(login, null, "request");
  expect(tables.actions).toMatchObject([{ target: "domain:by-hand.ca", application: null, via: "by hand" }]);
  expect(tables.actedByHand).toMatchObject([{ account_id: account }]);
  await erase(login, found);
  const after = await subjects.exportOf(login, null, "request");
  expect([after.tables.actions, after.tables.actedByHand].map((rows) => rows ?? [])).toEqual([[], []]);
});

test("a login's action log can include the client-area actions of others, page by page, without those of erased logins", async () => {
  const [own, other] = [77_001, 77_002];
  expect((await renew("key", "by-application.ca")).status).toBe(201);
  for (const [login, domain] of [
    [own, "one.ca"],
    [other, "two.ca"],
    [own, "three.ca"],
  ] as const) {
    control.shift += 1_000;
    expect((await renewByHand(login, domain)).outcome).toBe("done");
  }
  const filter = { loginId: own, application: null, connectionId: null };
  const read = async (withOthersByHand: boolean, before: LogKey | null = null, limit = 10) =>
    (await accountStub().entries({ ...filter, withOthersByHand }, before, limit)).map(
      ({ id, at, loginId, target }) => ({
        key: { id, at },
        did: `${loginId} ${target}`,
      }),
    );
  const didOf = (entries: Awaited<ReturnType<typeof read>>) => entries.map(({ did }) => did);
  const mine = [`${own} domain:three.ca`, `${own} domain:one.ca`];
  expect(didOf(await read(false))).toEqual(mine);
  const all = [`${own} domain:three.ca`, `${other} domain:two.ca`, `${own} domain:one.ca`];
  const first = await read(true, null, 1);
  expect(didOf([...first, ...(await read(true, first[0]?.key))])).toEqual(all);
  await erase({ kind: "login", id: other }, places());
  expect(didOf(await read(true))).toEqual(mine);
});

test("a repeated erasure keeps newer entries", async () => {
  expect((await renew("before", "before.ca")).status).toBe(201);
  const erasedAt = now();
  control.shift += 60_000;
  expect((await renew("after", "after.ca")).status).toBe(201);
  await erase(LOGIN, places(erasedAt));
  expect(await audit()).toHaveLength(1);
  const { tables } = await subjects.exportOf({ kind: "account", id: account }, null, "request");
  expect(tables.actions?.map(({ target }) => target)).toEqual(["domain:after.ca"]);
});

test("an export of several pages has every action once and also covers the other tables", async () => {
  expect((await renew("key")).status).toBe(201);
  await runInDurableObject(accountStub(), (_, { storage }) => {
    storage.sql.exec(
      `INSERT INTO actions SELECT at - n, id || n, login_id, application, connection, operation, target, outcome, status, code, via, request_id, approval
       FROM actions, (WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 12000) SELECT n FROM numbers)`,
    );
  });
  const at: unknown[] = [];
  const names = new Set<string>();
  let [cursor, pages]: [string | null, number] = [null, 0];
  do {
    const page = await subjects.exportOf({ kind: "account", id: account }, cursor, "request");
    for (const row of page.tables.actions ?? []) at.push(row.at);
    for (const name of Object.keys(page.tables)) names.add(name);
    cursor = page.next;
    pages++;
  } while (cursor !== null);
  expect([at.length, new Set(at).size]).toEqual([12_001, 12_001]);
  expect(pages).toBe(3);
  expect([...names]).toEqual(expect.arrayContaining(["connections", "calls", "journal", "settleInstructions"]));
});
