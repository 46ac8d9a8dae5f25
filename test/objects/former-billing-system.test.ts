import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { TIMING } from "../../durable-objects/account/journal/journal.ts";
import type { ConnectionPort } from "../../durable-objects/connection/connection-port.ts";
import { ConnectionIndex } from "../../workers/account/connections/connection-index.ts";
import { endFormerConnections } from "../../workers/account/scheduled-work.ts";
import {
  accountStub,
  audit,
  bodyOf,
  eachWithNewAccount,
  fetchAccount,
  isReplayed,
  renew,
} from "./support/account-api.ts";
import { control, now } from "./support/account-world.ts";
import { askAbout, askedIn, decide, openRequests } from "./support/approvals.ts";
import { bindings } from "./support/bindings.ts";
import { deployment, kept } from "./support/connection-world.ts";
import { script } from "./support/scripted-billing.ts";
import { connected, INVALID_GRANT, recordOf, type TestConnection } from "./support/test-connection.ts";

const DAY = 86_400_000;

describe("an account with the same number in the next billing system", () => {
  eachWithNewAccount();

  test("replays no key, shows no log entry or request, and uses no approval of the former account", async () => {
    expect((await renew("key-1")).status).toBe(201);
    askAbout({ orders: 0 });
    const approval = await askedIn(renew("key-2", "approved.ca"));
    expect(await decide(approval, "approve")).toMatchObject({ state: "APPROVED" });
    expect((await audit()).length).toBeGreaterThan(0);

    control.billingSystem = "next";
    expect(await audit()).toEqual([]);
    expect(await openRequests()).toEqual([]);
    expect(await accountStub().journalEntries()).toEqual([]);
    expect(await decide(approval, "decline")).toBeNull();
    expect(await askedIn(renew("key-2", "approved.ca")), "a new request").not.toBe(approval);
    askAbout({});
    const again = await renew("key-1");
    expect([again.status, isReplayed(again)]).toEqual([201, false]);
    expect(script.asked).toHaveLength(2);
    const { entries } = await bodyOf(fetchAccount("/account/audit"));
    expect(entries).toMatchObject([{ operation: "renewDomain" }, { operation: "renewDomain" }]);
  });

  test("the former object makes no lookups, sends no alerts and is deleted after 180 days", async () => {
    control.timing = TIMING;
    script.moods = ["breaks after"];
    await renew("key-1");
    const former = accountStub();
    const journal = () =>
      runInDurableObject(former, (_, { storage: { sql } }) => sql.exec("SELECT * FROM journal").toArray());
    const before = await journal();
    expect(before).toMatchObject([{ state: "SENDING" }]);
    control.billingSystem = "next";
    await evictDurableObject(former);
    control.shift += DAY;
    await runDurableObjectAlarm(former);
    expect(await journal()).toEqual(before);
    const stuck = await bindings.INDEX.prepare("SELECT count(*) AS count FROM stuck_actions").first("count");
    expect(stuck).toBe(0);
    const alarmAt = () => runInDurableObject(former, (_, { storage }) => storage.getAlarm());
    expect(await alarmAt()).toBeGreaterThan(now() + 179 * DAY);
    control.shift += 181 * DAY;
    await runDurableObjectAlarm(former);
    const tables = await runInDurableObject(former, (_, { storage: { sql } }) =>
      sql.exec("SELECT name FROM sqlite_master WHERE type = 'table' AND name = 'journal'").toArray(),
    );
    expect(tables).toEqual([]);
  });
});

describe("a connection to a former billing system", () => {
  const index = (billingSystem: string) => new ConnectionIndex(bindings.INDEX, billingSystem);

  beforeEach(() => {
    deployment.billingSystem = "shop";
    kept.index = index("next");
    onTestFinished(() => {
      deployment.billingSystem = "shop";
      kept.index = null;
    });
  });

  async function changeBillingSystem(connection: TestConnection): Promise<void> {
    deployment.billingSystem = "next";
    await connection.evict();
  }

  const endNotices = async (connection: TestConnection) =>
    (await connection.told(3)).filter(([what]) => what === "ended");

  test("ends with its next request, causes one e-mail and is deleted", async () => {
    const [connection, { access_token, refresh_token }] = await connected();
    await index("shop").add(connection.agreement);
    await connection.admit(access_token, 1, recordOf("before"));
    await changeBillingSystem(connection);
    expect(await connection.summary(), "no page shows it").toBeNull();
    expect(await connection.outcome(access_token)).toBe("access_lost");
    expect(await connection.outcome(access_token)).toBe("refused");
    expect(await connection.errorOf(refresh_token)).toEqual(INVALID_GRANT);
    await endFormer();
    expect(await endNotices(connection)).toEqual([["ended", "access_lost"]]);
    await connection.runAlarm();
    expect(await connection.stored()).toMatchObject({ tables: [], keys: 0 });
    const listed = bindings.INDEX.prepare("SELECT id FROM connections WHERE id = ?").bind(connection.id);
    expect(await listed.first()).toBeNull();
    expect(await endNotices(connection)).toHaveLength(1);
  });

  test("ends with its next refresh", async () => {
    const [connection, { refresh_token }] = await connected();
    await changeBillingSystem(connection);
    expect(await connection.errorOf(refresh_token)).toEqual(INVALID_GRANT);
    expect(await endNotices(connection)).toEqual([["ended", "access_lost"]]);
  });

  test("is ended by scheduled work if it sends no request, and connections to the current system are kept", async () => {
    const [former] = await connected();
    await index("shop").add(former.agreement);
    await changeBillingSystem(former);
    const [present, { access_token }] = await connected();
    await index("next").add(present.agreement);
    for (const _ of ["once", "and again"]) await endFormer();
    expect(await endNotices(former)).toEqual([["ended", "access_lost"]]);
    expect(await present.outcome(access_token)).toBe("admitted");
    expect(await index("next").former(100)).toEqual([]);
  });

  function endFormer(): Promise<void> {
    const connectionOf = (id: string) => bindings.CONNECTION.getByName(id) as unknown as ConnectionPort;
    return endFormerConnections({ index: index("next"), connectionOf, now: Date.now }, "run");
  }
});
