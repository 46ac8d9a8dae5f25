import { afterEach, describe, expect, test } from "vitest";
import { type Asks, NO_ASKS } from "../../../shared/account-access/asks.ts";
import { faults, resetFaults, voidedApprovals } from "../support/connection-world.ts";
import { connected } from "../support/test-connection.ts";

const ASKS: Asks = { cancel: true, domains: false, orders: 5_000 };
const ALL = { kind: "account" } as const;
const voidedOf = (id: string) => voidedApprovals.filter((other) => other === id).length;

afterEach(resetFaults);

describe("the approvals that a customer requires", () => {
  test("are in the agreement, in each admission and in each recheck from the change on", async () => {
    const [connection, { access_token }] = await connected();
    expect((await connection.summary())?.asks).toEqual(NO_ASKS);
    expect(await connection.stub.ask(ASKS)).toBe(true);
    expect((await connection.summary())?.asks).toEqual(ASKS);
    expect(await connection.stub.standing()).toMatchObject({ asks: ASKS });
    expect(await connection.admit(access_token)).toMatchObject({ grant: { asks: ASKS } });
  });

  test("stay as they are when the connection is restricted", async () => {
    const [connection] = await connected({ asks: ASKS });
    await connection.stub.narrow({ scopes: ["account:read"], limit: ALL, limitName: null });
    expect((await connection.summary())?.asks).toEqual(ASKS);
  });

  test("of an ended connection do not change", async () => {
    const [connection] = await connected();
    await connection.stub.end("disconnected");
    expect(await connection.stub.ask(ASKS)).toBe(false);
    expect((await connection.summary())?.asks).toEqual(NO_ASKS);
  });
});

describe("the end of a connection's open requests", () => {
  test("comes before the report of the connection's end, restriction or new approvals", async () => {
    const [connection] = await connected();
    expect(voidedOf(connection.id)).toBe(0);
    await connection.stub.ask(ASKS);
    expect(voidedOf(connection.id)).toBe(1);
    await connection.stub.narrow({ scopes: ["account:read"], limit: ALL, limitName: null });
    expect(voidedOf(connection.id)).toBe(2);
    await connection.stub.end("disconnected");
    expect(voidedOf(connection.id)).toBe(3);
    await connection.stub.end("disconnected");
    expect(voidedOf(connection.id)).toBe(3);
  });

  test("does not prevent the change if the account does not answer", async () => {
    faults.accountFails = true;
    const [connection] = await connected();
    expect(await connection.stub.ask(ASKS)).toBe(true);
    await connection.stub.end("disconnected");
    expect(await connection.stub.standing()).toBeNull();
  });
});
