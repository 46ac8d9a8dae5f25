import { beforeEach, expect, test, vi } from "vitest";
import { account, act, bodyOf, useNewAccount } from "../support/account-api.ts";
import { control, FULL_STANDING } from "../support/account-world.ts";
import { bindings } from "../support/bindings.ts";
import { MINUTE, pass } from "../support/clock.ts";
import { putBack, storedNow } from "../support/put-back.ts";
import { script } from "../support/scripted-billing.ts";
import { connected, INVALID_GRANT, type TestConnection } from "../support/test-connection.ts";

const db = bindings.INDEX;
beforeEach(async () => {
  await db.batch(["held_stores", "connections"].map((table) => db.prepare(`DELETE FROM ${table}`)));
});

/** The row of the list, as the account Worker keeps it. */
async function listed({ agreement }: TestConnection, endedAt: number | null = null): Promise<void> {
  const { id, loginId, accountId, application, madeAt } = agreement;
  await db
    .prepare("INSERT INTO connections VALUES (?, 'shop', ?, ?, ?, ?, ?)")
    .bind(id, loginId, accountId, application, Date.parse(madeAt), endedAt)
    .run();
}

async function heldStores(): Promise<string[]> {
  const { results } = await db.prepare("SELECT store FROM held_stores").all<{ store: string }>();
  return results.map(({ store }) => store);
}

/** A connection whose object is as it was before its last refresh, with the tokens that were new then. */
async function backBeforeRefresh() {
  const [connection, tokens] = await connected();
  await listed(connection);
  const second = await connection.refreshed(tokens.refresh_token);
  const moment = await storedNow(connection.stub);
  const third = await connection.refreshed(second.refresh_token);
  await putBack(connection.stub, moment);
  return { connection, second, third };
}

test("a connection that went back is let in, and is given no tokens until the operator accepts it", async () => {
  const logged = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const { connection, second } = await backBeforeRefresh();
  expect(await connection.outcome(second.access_token)).toBe("admitted");
  expect(await connection.errorOf(second.refresh_token)).toEqual([503, "temporarily_unavailable"]);
  expect(await connection.errorOf(second.refresh_token)).toEqual([503, "temporarily_unavailable"]);
  expect(await heldStores()).toEqual([`connection:${connection.id}`]);
  const lines = logged.mock.calls.map(([line]) => JSON.parse(String(line)));
  expect(lines.filter(({ event }) => event === "store_went_back")).toHaveLength(1);
  expect(await connection.stub.standing()).toBe("held");

  await connection.stub.acceptRestore();
  const again = await connection.refreshed(second.refresh_token);
  expect(await connection.outcome(again.access_token)).toBe("admitted");
  expect(await connection.stub.standing()).not.toBeNull();
  expect(await heldStores()).toEqual([]);
  logged.mockRestore();
});

test("a connection that went back sends no order and changes nothing until the operator accepts it", async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  useNewAccount();
  const { connection, second } = await backBeforeRefresh();
  control.connection = { standing: () => connection.stub.standing() };
  const own = async () => {
    const admission = await connection.admit(second.access_token);
    const grant = admission.outcome === "admitted" ? admission.grant : {};
    return { ...grant, accountId: account, scopes: FULL_STANDING.scopes };
  };
  const renew = async () => act("/account/domains/a.ca/renew", {}, { key: "first", own: await own() });
  const lock = async () => act("/account/domains/a.ca/lock", { locked: true }, { method: "PUT", own: await own() });
  for (const send of [renew, lock, renew]) {
    const refused = await send();
    const held = { code: "billing_unavailable", detail: expect.stringMatching(/nothing was (renewed|changed)/) };
    expect([refused.status, await bodyOf(refused)]).toEqual([503, expect.objectContaining(held)]);
  }
  expect(script.done).toEqual([]);
  expect(await heldStores()).toEqual([`connection:${connection.id}`]);

  await connection.stub.acceptRestore();
  expect((await renew()).status).toBe(201);
  expect(script.done).toHaveLength(1);
  vi.restoreAllMocks();
});

test("the tokens that a connection has forgotten are refused, and end nothing", async () => {
  const { connection, third } = await backBeforeRefresh();
  expect(await connection.errorOf(third.refresh_token)).toEqual(INVALID_GRANT);
  expect(await connection.outcome(third.access_token)).toBe("refused");
  expect(await connection.endReason()).toBeNull();
});

test.each([
  ["refreshed", async (connection: TestConnection, token: string) => connection.errorOf(token)],
  ["asked what it may do", async (connection: TestConnection) => expect(await connection.stub.standing()).toBeNull()],
])("a connection that had ended ends again as it is %s", async (_, use) => {
  const [connection, tokens] = await connected();
  const moment = await storedNow(connection.stub);
  await connection.stub.end("disconnected");
  await listed(connection, Date.now());
  await putBack(connection.stub, moment);
  await use(connection, tokens.refresh_token);
  expect(await connection.endReason()).toBe("disconnected");
  expect(await connection.errorOf(tokens.refresh_token)).toEqual(INVALID_GRANT);
  expect(await connection.outcome(tokens.access_token)).toBe("refused");
});

test("a connection that had ended ends again with the first call, if it went back by a quarter of an hour", async () => {
  const [connection, tokens] = await connected();
  const moment = await storedNow(connection.stub);
  await connection.stub.end("disconnected");
  await listed(connection, Date.now());
  await putBack(connection.stub, moment);
  pass(16 * MINUTE);
  await connection.outcome(tokens.access_token);
  await expect.poll(() => connection.outcome(tokens.access_token)).toBe("refused");
  expect(await connection.endReason()).toBe("disconnected");
});

test("a connection in use asks the register every quarter of an hour, whatever it is asked", async () => {
  const [connection, tokens] = await connected();
  await listed(connection);
  const counter = () =>
    db
      .prepare("SELECT counter FROM object_generations WHERE object = ?")
      .bind(`connection:${connection.id}`)
      .first("counter");
  const before = await counter();
  for (let call = 0; call < 20; call++) await connection.outcome(tokens.access_token);
  expect(await counter()).toBe(before);
  pass(16 * MINUTE);
  for (let call = 0; call < 20; call++) await connection.outcome(tokens.access_token);
  await expect.poll(counter).toBe(Number(before) + 1);
});
