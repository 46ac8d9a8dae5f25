import { afterEach, describe, expect, test } from "vitest";
import { type Asks, NO_ASKS } from "../../../shared/account-access/asks.ts";
import { faults, resetFaults, voidedApprovals } from "../support/connection-world.ts";
import { connected } from "../support/test-connection.ts";

const ASKS: Asks = { cancel: true, domains: false, orders: 5_000 };
const ALL = { kind: "account" } as const;
const voidedOf = (id: string) => voidedApprovals.filter((other) => other === id).length;

afterEach(resetFaults);

describe("the approvals that a customer requires", () => {
  test("a change of the required approvals applies to the agreement, later admissions and later checks", async () => {
    const [connection, { access_token }] = await connected();
    expect((await connection.summary())?.asks).toEqual(NO_ASKS);
    expect(await connection.stub.ask(ASKS)).toBe(true);
    expect((await connection.summary())?.asks).toEqual(ASKS);
    expect(await connection.stub.standing()).toMatchObject({ asks: ASKS });
    expect(await connection.admit(access_token)).toMatchObject({ grant: { asks: ASKS } });
  });

  test("a restriction of the connection leaves the required approvals unchanged", async () => {
    const [connection] = await connected({ asks: ASKS });
    await connection.stub.narrow({ scopes: ["account:read"], limit: ALL, limitName: null });
    expect((await connection.summary())?.asks).toEqual(ASKS);
  });

  test("the required approvals of an ended connection do not change", async () => {
    const [connection] = await connected();
    await connection.stub.end("disconnected");
    expect(await connection.stub.ask(ASKS)).toBe(false);
    expect((await connection.summary())?.asks).toEqual(NO_ASKS);
  });
});

describe("the end of a connection's open approval requests", () => {
  test("open requests end before a connection reports that it ended, was restricted or requires other approvals", async () => {
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

  test("a connection changes even if the account does not respond", async () => {
    faults.accountFails = true;
    const [connection] = await connected();
    expect(await connection.stub.ask(ASKS)).toBe(true);
    await connection.stub.end("disconnected");
    expect(await connection.stub.standing()).toBeNull();
  });
});
