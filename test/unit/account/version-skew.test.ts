import { describe, expect, test } from "vitest";
import type { ConnectionPort } from "../../../durable-objects/connection/connection-port.ts";
import { mintApiToken } from "../../../durable-objects/connection/tokens/api-token.ts";
import type { ActorQuery } from "../../../shared/billing-contract/call.ts";
import type { CustomerReads, ServiceList } from "../../../shared/billing-contract/customer.ts";
import { addressBook } from "../../../shared/platform/addresses.ts";
import { ObjectIds } from "../../../shared/platform/object-id.ts";
import { Signer } from "../../../shared/platform/service-key.ts";
import { commandDefinitions } from "../../../workers/account/acting-operations.ts";
import { executeCommand } from "../../../workers/account/actions/execute-command.ts";
import type { AdmissionDependencies } from "../../../workers/account/admission/connection-admission.ts";
import { connectionGate } from "../../../workers/account/admission/connection-gate.ts";
import { readHolding, readService } from "../../../workers/account/queries/newer-questions.ts";
import { UNSET_ADDRESSES } from "../../support/unset-addresses.ts";

const signer = new Signer(async () => new ArrayBuffer(32));
const ids = new ObjectIds(signer, "connection");
const addresses = addressBook(UNSET_ADDRESSES)("http://localhost:8787/") ?? expect.fail("no addresses");
const now = () => Date.parse("2026-11-01T00:00:00Z");
const GRANT = { id: "c", loginId: 11, accountId: 1001, application: "c" };

test("an admission by a connection of the version before is server_unavailable, to be retried", async () => {
  let open = 1;
  const log = { record: async () => undefined, [Symbol.dispose]: () => void open-- };
  const former = async () => ({ outcome: "admitted", formerGrant: GRANT, formerRates: [], log });
  const gate = connectionGate(
    ids,
    () => ({ admit: former }) as unknown as ConnectionPort,
    {} as AdmissionDependencies,
    now,
  );
  const authorization = `Bearer ${mintApiToken(await ids.mint())}`;
  const admitted = gate.admit({ authorization, addresses, requestId: "r" }, 1);
  await expect(admitted).rejects.toMatchObject({ code: "server_unavailable", retryAfter: 5 });
  expect(open).toBe(0);
});

test("an account of the version before fails on a command: its outcome is unknown, and the same request is to be sent again", async () => {
  const former = async ({ formerCommand }: { formerCommand: { name: string } }) => ({ outcome: formerCommand.name });
  const scope = {
    ...{ addresses, requestId: "r", idempotencyKey: "k", about: { kind: "domain", id: "ana.dev" } },
    ...{ caller: { via: "http" }, operation: commandDefinitions.renewDomain },
    admission: { grant: GRANT, admittedAt: now() },
  } as never;
  const executed = executeCommand(
    "renewDomain",
    { domain: "ana.dev", years: 1, expectedPrice: null },
    { scope, queries: { authorize: async () => undefined } as never, links: {} as never },
    {
      ...{ signer, now, policies: {} as never, definitions: commandDefinitions },
      accountOf: () => ({ act: former }) as never,
      staleConfirm: () => Promise.reject(new Error("not asked here")),
    },
  );
  await expect(executed).rejects.toMatchObject({ code: "billing_unavailable", retryAfter: 5 });
});

describe("a billing Worker of the version before", () => {
  const account = { id: 1001, name: "Studio Ana Inc.", currency: "CAD" };
  const service = { id: 2101, domain: "shop.studio-ana.ca" };
  const query = { loginId: 11, accountId: 1001, permissions: [] };
  /** What RPC says of a method that the other side lacks. */
  const missing = (name: string) => async () => {
    throw new TypeError(`The RPC receiver does not implement the method "${name}".`);
  };
  const former = {
    readHolding: missing("readHolding"),
    readService: missing("readService"),
    listManagedAccounts: async () => ({ ok: true, value: [{ ...account, owner: false, permissions: ["domains"] }] }),
    listServices: async (_: ActorQuery, { within }: ServiceList) => {
      const items = within.kind === "service" && within.id === service.id ? [service] : [];
      return { ok: true, value: { account, items, next: null } };
    },
  } as unknown as CustomerReads;

  test("is asked for the holding of one account in the list of all", async () => {
    expect(await readHolding(former, { loginId: 11 }, 1001, "r")).toEqual({
      ok: true,
      value: { ...account, owner: false, permissions: ["domains"] },
    });
    expect(await readHolding(former, { loginId: 11 }, 1002, "r")).toEqual({ ok: true, value: null });
  });

  test("is asked for one service in a list that is limited to it", async () => {
    expect(await readService(former, query, 2101)).toEqual({ ok: true, value: { account, service } });
    expect(await readService(former, query, 2102)).toEqual({ ok: true, value: { account, service: null } });
  });

  test("one that lacks the method in the same process is known by that, and any other failure stays one", async () => {
    const { readService: _, ...without } = former;
    expect(await readService(without as typeof former, query, 2101)).toMatchObject({ ok: true, value: { service } });
    const broken = { ...former, readService: () => Promise.reject(new TypeError("network connection lost")) };
    await expect(readService(broken, query, 2101)).rejects.toThrow("network connection lost");
  });
});
