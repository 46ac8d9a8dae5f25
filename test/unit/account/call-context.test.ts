import { expect, test, vi } from "vitest";
import * as z from "zod";
import type { AccountPort, CommandReply } from "../../../durable-objects/account/account-port.ts";
import type { Grant } from "../../../durable-objects/connection/connection-port.ts";
import type { AnyOperation } from "../../../shared/api/definition/operation.ts";
import { API_VERSIONS } from "../../../shared/api/versions/api-versions.ts";
import { addressBook } from "../../../shared/platform/addresses.ts";
import { Signer } from "../../../shared/platform/service-key.ts";
import { type AccountContext, accountOperation } from "../../../workers/account/account-context.ts";
import {
  type AdmissionDependencies,
  ConnectionAdmission,
} from "../../../workers/account/admission/connection-admission.ts";
import { type AccountApiParts, accountApis } from "../../../workers/account/api/account-apis.ts";
import { cancelService } from "../../../workers/account/operations/cancel-service.ts";
import { accountOperationLists } from "../../../workers/account/operations/index.ts";
import { listServices } from "../../../workers/account/operations/list-services.ts";
import { sampleDescription } from "../../support/sample-description.ts";
import { UNSET_ADDRESSES } from "../../support/unset-addresses.ts";

const LIMIT = { kind: "service" as const, id: 2101 };
const grant = { id: "c", application: "c", loginId: 11, accountId: 1001, limit: LIMIT } as Grant;
const admission = new ConnectionAdmission(
  { grant, refusal: null, requestId: "r" } as ConstructorParameters<typeof ConnectionAdmission>[0],
  {} as AdmissionDependencies,
);
const ACCOUNT = { id: 1001, name: "Ana", company: null, currency: "CAD" };
const page = async () => ({ ok: true, value: { account: ACCOUNT, items: [], next: null } });
const listed = { listServices: vi.fn(page), listDomains: vi.fn(page) };

/** What an operation is given. */
function contextOf(operation: AnyOperation<never>, by?: ConnectionAdmission, changes: object = {}) {
  const needed = { catalogue: {}, zones: {}, accountOf: () => ({}), connectionOf: () => ({}), index: {}, policies: {} };
  const parts = {
    ...{
      ...needed,
      billing: listed,
      signer: new Signer(async () => ({ original: new ArrayBuffer(32) })),
      now: () => 0,
      gate: {},
    },
    ...{ describe: async () => ({ ok: true, value: sampleDescription() }), hasZoneTools: false, theme: { brand: {} } },
    // What else the Worker has.
    ...{ db: {}, holds: {}, sessionOf: {}, registry: {}, stuckWrites: {} },
    ...changes,
  } as unknown as AccountApiParts;
  const [api] = accountApis(parts, API_VERSIONS.account, accountOperationLists);
  const addresses = addressBook(UNSET_ADDRESSES)("http://localhost:8787/") ?? expect.fail("no addresses");
  return api?.contextFor({
    ...{ operation: operation as never, admission: by, addresses, requestId: "r", target: null, idempotencyKey: null },
    ...{ caller: { via: "http", address: "192.0.2.1" }, waitUntil: () => undefined },
  });
}

test("an operation of the account says what it needs of its caller", () => {
  const { access: _, ...forgetful } = listServices;
  // @ts-expect-error: without `access` it would be served to anyone.
  accountOperation({ ...forgetful, input: z.strictObject({}), run: async () => ({}) });
});

test("an operation is given no other service of the Worker", async () => {
  const context = (await contextOf(listServices, admission)) ?? {};
  expect(Object.keys(context).toSorted()).toEqual([
    ...["accountOf", "addresses", "admission", "billing", "caller", "catalogue", "clientArea", "confirm"],
    ...["connectionOf", "grant", "idempotencyKey", "index", "lists", "now", "operation", "policies", "query"],
    ...["requestId", "signer", "target", "waitUntil", "zones"],
  ]);
});

test("a call that the account recorded is reported as recorded, even where its problem cannot be told", async () => {
  const reply = {
    ...{ outcome: "refused", problem: { code: "stale_confirm", statement: {} } },
    ...{ isAuthorized: true, isRecorded: true, isReplayed: false, rate: { allowed: true, remaining: 9, moreAt: 0 } },
  } as unknown as CommandReply;
  const accountOf = () => ({ act: async () => reply }) as unknown as AccountPort;
  const context = (await contextOf(cancelService, admission, {
    accountOf,
    policies: { orders: { id: "orders", name: "orders", quota: 10, windowSeconds: 3600 } },
  })) as AccountContext;
  await expect(cancelService.run(context, { id: 2101 } as never)).rejects.toMatchObject({
    report: { isRecorded: true, rates: [{ policy: { id: "orders" } }] },
    cause: expect.any(TypeError),
  });
});
