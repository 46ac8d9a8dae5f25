import { beforeEach, describe, expect, test, vi } from "vitest";
import * as z from "zod";
import {
  type CallReport,
  ReportedError,
  ReportedValue,
  runWithReport,
  withReport,
} from "../../../shared/api/definition/call-report.ts";
import type { AnyOperation } from "../../../shared/api/definition/operation.ts";
import { OperationError, type ProblemCode } from "../../../shared/api/definition/problems.ts";
import { AnswerCache } from "../../../shared/api/pipeline/answer.ts";
import type { Admission, CallRecord, Gate, RefusedCall } from "../../../shared/api/pipeline/gate.ts";
import {
  type Api,
  type CallScope,
  currentOf,
  type OperationCall,
  runOperation,
} from "../../../shared/api/pipeline/run-operation.ts";
import { addressBook } from "../../../shared/platform/addresses.ts";
import { UNSET_ADDRESSES } from "../../support/unset-addresses.ts";
import { sampleOperation } from "./support/sample-operation.ts";

const NOW = 1_000_000;
const addresses = addressBook(UNSET_ADDRESSES)("http://localhost:8787/") ?? expect.fail("no addresses");
const rateOf = (id: string) => ({
  policy: { id, name: id, quota: 10, windowSeconds: 60 },
  remaining: 9,
  resetSeconds: 60,
});
const RATE = rateOf("connection");
const ORDERS = rateOf("orders");
const refusal = (code: ProblemCode) => new OperationError(code, { en: "No.", fr: "Non." });

const logs = [vi.spyOn(console, "error"), vi.spyOn(console, "warn")];
beforeEach(() => {
  for (const spy of logs) spy.mockReset().mockReturnValue(undefined);
});
const logged = () => logs.flatMap((spy) => spy.mock.calls.map(([line]) => JSON.parse(line)));

const ACCESS = { scope: "account:read", permissions: [], limit: "whole" } as const;
const input = z.strictObject({ id: z.int(), lang: z.enum(["en", "fr"]).optional() });
const target = { kind: "service", member: "id" } as const;

/** Creates an API with a scripted gate, and records everything that both receive. */
function apiOver(own: Partial<AnyOperation<object>> = {}, more: Partial<Api<object>> = {}) {
  const seen = {
    ...{ admitted: 0, disposed: 0, runs: 0, authorized: [] as unknown[], records: [] as CallRecord[] },
    presented: [] as unknown[],
    ...{
      hours: [] as string[],
      challenged: [] as RefusedCall[],
      scopes: [] as CallScope[],
      background: [] as Promise<unknown>[],
    },
  };
  const says = {
    admission: undefined as OperationError | undefined,
    refusal: null as OperationError | null,
    authorize: undefined as OperationError | undefined,
    hour: ORDERS as typeof ORDERS | null,
    record: undefined as Promise<void> | undefined,
  };
  const admission = (): Admission => ({
    ...{ rate: RATE, client: "token", logFields: { account: 1001 }, refusal: says.refusal },
    authorize: async (operation, about) => {
      seen.authorized.push([operation.id, about]);
      if (says.authorize) throw says.authorize;
    },
    hourlyRate: async (limit) => {
      seen.hours.push(limit);
      return says.hour;
    },
    record: async (record) => {
      seen.records.push(record);
      await says.record;
    },
    [Symbol.dispose]: () => void seen.disposed++,
  });
  const gate: Gate = {
    admit: async (presented, requests) => {
      seen.presented.push(presented);
      if (says.admission) throw says.admission;
      seen.admitted += requests;
      return [admission()];
    },
    challenge: (refused) => {
      seen.challenged.push(refused);
      return `asks for ${refused.code}`;
    },
  };
  const run = own.run ?? (async () => ({}));
  const operation = sampleOperation({
    ...{
      http: { method: "GET", path: "/services/{id}" },
      access: ACCESS,
      input,
      target,
      problems: ["not_found", "refused"],
      ...own,
    },
    run: (context, given) => {
      seen.runs++;
      return run(context, given);
    },
  });
  const api: Api<object> = {
    ...{
      version: { major: 1, release: "1.0.0" },
      operations: [operation],
      gate,
      answers: new AnswerCache(9),
      now: () => NOW,
    },
    contextFor: (scope) => {
      seen.scopes.push(scope);
      return {};
    },
    ...more,
  };
  const call = (given: Partial<OperationCall> = {}) =>
    runOperation(api, operation, {
      ...{ sent: { path: { id: 5 } }, addresses, authorization: "Bearer t", requestId: "r" },
      ...{ caller: { via: "http", address: "192.0.2.1" }, waitUntil: (work) => void seen.background.push(work) },
      ...given,
    });
  return { api, operation, gate, admission, seen, says, call };
}
type Outcome = Awaited<ReturnType<typeof runOperation>>;
const codeOf = (outcome: Outcome) => ("problem" in outcome ? outcome.problem.code : null);

test("a successful call is authorized for its target, recorded, and disposes of its admission", async () => {
  const { seen, call } = apiOver({ run: async () => ({ a: 1 }) });
  const outcome = await call();
  expect(outcome).toEqual({ answer: { json: '{"a":1}', bytes: null, etag: null, freshUntil: NOW }, rates: [RATE] });
  const record = { operation: "getSample", target: "service:5", outcome: "succeeded", status: 200, code: null };
  expect(seen).toMatchObject({
    presented: [{ authorization: "Bearer t", address: "192.0.2.1", requestId: "r" }],
    admitted: 1,
    disposed: 1,
    runs: 1,
    authorized: [["getSample", { kind: "service", id: 5 }]],
  });
  expect(seen.records).toEqual([{ ...record, via: "http", requestId: "r" }]);
  expect(seen.background, "the answer does not wait for the record").toHaveLength(1);
});

test("the operation's context contains the data of the call", async () => {
  const { seen, operation, call } = apiOver({ effect: "order", http: { method: "POST", path: "/services/{id}" } });
  const caller = { via: "mcp", address: "192.0.2.1" } as const;
  await call({ caller, sent: { arguments: { id: 5, idempotency_key: "k1" } } });
  const [scope] = seen.scopes;
  expect(scope).toMatchObject({
    addresses,
    caller,
    requestId: "r",
    idempotencyKey: "k1",
    target: { kind: "service", id: 5 },
  });
  expect([scope?.operation.id, scope?.admission?.client]).toEqual([operation.id, "token"]);
  expect(seen.records, "an order").toMatchObject([{ status: 201, via: "mcp" }]);
});

test("a public operation calls no gate, and its answer has a tag", async () => {
  const open = apiOver();
  const { seen, api, operation } = open;
  const { access: _, ...anyone } = operation;
  const call: OperationCall = {
    ...{ sent: { path: { id: 5 } }, addresses, authorization: null, requestId: "r", waitUntil: () => undefined },
    caller: { via: "http", address: "192.0.2.1" },
  };
  const { gate: _gate, ...ungated } = api;
  const outcome = await runOperation(ungated, anyone, call);
  expect(outcome).toMatchObject({ answer: { etag: expect.any(String), bytes: expect.any(Uint8Array) }, rates: [] });
  expect(seen).toMatchObject({ admitted: 0, records: [], authorized: [], background: [] });
  expect(seen.scopes).toMatchObject([{ admission: undefined, idempotencyKey: null }]);
});

test("an operation that requires a credential does not run without a gate or without an admission", async () => {
  for (const gate of [undefined, { admit: async () => [], challenge: () => undefined }]) {
    const { seen, call } = apiOver({}, { gate } as never);
    expect(codeOf(await call())).toBe("internal_error");
    expect(seen.runs).toBe(0);
  }
  expect(logged()).toMatchObject([{ event: "internal_error" }, { event: "internal_error" }]);
});

test("an admission from the transport is used, and the transport disposes of it", async () => {
  const { seen, admission, call } = apiOver();
  expect(codeOf(await call({ admission: admission() }))).toBeNull();
  expect(seen).toMatchObject({ admitted: 0, disposed: 0, runs: 1 });
});

describe("the checks of a call", () => {
  test("start with the credential, and its refusal has a challenge and no rate", async () => {
    const { seen, says, call } = apiOver();
    says.admission = refusal("unauthorized");
    const outcome = await call();
    expect(outcome).toMatchObject({ problem: { code: "unauthorized" }, challenge: "asks for unauthorized", rates: [] });
    expect(seen).toMatchObject({ runs: 0, records: [], authorized: [] });
    expect(seen.challenged).toMatchObject([{ via: "http", authorization: "Bearer t", operation: { id: "getSample" } }]);
  });

  test("continue with the rate, and its refusal is not recorded", async () => {
    const { seen, says, call } = apiOver();
    says.refusal = refusal("rate_limited");
    expect(await call({ sent: { path: { id: "x" } } })).toMatchObject({
      problem: { code: "rate_limited" },
      rates: [RATE],
    });
    expect(seen).toMatchObject({ runs: 0, records: [], authorized: [], disposed: 1 });
  });

  test("continue with the scope or limit, even if the target is invalid", async () => {
    const { seen, says, call } = apiOver();
    says.authorize = refusal("insufficient_scope");
    const outcome = await call({ sent: { path: { id: "x" } } });
    expect(outcome).toMatchObject({
      problem: { code: "insufficient_scope" },
      challenge: "asks for insufficient_scope",
    });
    expect(seen).toMatchObject({ runs: 0, authorized: [["getSample", null]] });
    expect(seen.challenged[0]?.admission).toBeDefined();
    expect(seen.records).toMatchObject([{ outcome: "refused", status: 403, code: "insufficient_scope", target: null }]);
  });

  test("continue with the input", async () => {
    const { seen, call } = apiOver();
    expect(codeOf(await call({ sent: { path: { id: "x" } } }))).toBe("not_found");
    expect(seen).toMatchObject({ runs: 0, scopes: [] });
  });

  test("end with the operation, whose refusal is recorded", async () => {
    const { seen, call } = apiOver({ run: () => Promise.reject(refusal("refused")) });
    expect(codeOf(await call())).toBe("refused");
    expect(seen.records).toMatchObject([{ outcome: "refused", status: 409, code: "refused" }]);
  });
});

test("an exception becomes an internal error without its message and is logged with its call", async () => {
  const { seen, call } = apiOver({ run: () => Promise.reject(new TypeError("secret")) });
  const outcome = await call();
  expect(outcome).toMatchObject({ problem: { code: "internal_error" } });
  expect(JSON.stringify(outcome)).not.toContain("secret");
  expect(logged()).toMatchObject([{ event: "internal_error", request_id: "r", account: 1001, operation: "getSample" }]);
  expect(seen.records).toMatchObject([{ outcome: "failed", status: 500 }]);
});

test("an undeclared problem code is logged and returned", async () => {
  const { call } = apiOver({ run: () => Promise.reject(refusal("not_renewable")) });
  expect(codeOf(await call())).toBe("not_renewable");
  expect(logged()).toMatchObject([
    { event: "undeclared_problem", request_id: "r", operation: "getSample", code: "not_renewable" },
  ]);
});

test("a refusal uses the requested language even if other input is wrong, and otherwise English", async () => {
  const { call } = apiOver({ run: () => Promise.reject(refusal("refused")) });
  const detail = async (sent: OperationCall["sent"]) => {
    const outcome = await call({ sent });
    return "problem" in outcome ? outcome.problem.title : null;
  };
  expect(await detail({ arguments: { id: 5, lang: "fr" } })).toBe("Refusé");
  expect(await detail({ arguments: { id: "x", lang: "fr" } })).toBe("Paramètre invalide");
  expect(await detail({ arguments: { id: 5 } })).toBe("Refused");
  expect(await detail({ arguments: { id: 5, lang: "de" } })).toBe("Invalid parameter");
  const deaf = apiOver({ input: z.strictObject({ id: z.int() }) });
  const outcome = await deaf.call({ sent: { arguments: { id: 5, lang: "fr" } } });
  expect(outcome).toMatchObject({ problem: { title: "Invalid parameter" } });
});

describe("the record of a call", () => {
  test("is awaited only if it ends the connection", async () => {
    const { seen, says, call } = apiOver({
      run: () => Promise.reject(refusal("access_lost")),
      problems: ["access_lost"],
    });
    const { promise, resolve } = Promise.withResolvers<void>();
    says.record = promise;
    let isAnswered = false;
    const answering = call().then(() => {
      isAnswered = true;
    });
    await new Promise((done) => setTimeout(done));
    expect([isAnswered, seen.records.length]).toEqual([false, 1]);
    resolve();
    await answering;
    expect(seen.background).toEqual([]);
  });

  test("is logged if it fails, and the call still succeeds", async () => {
    const { seen, says, call } = apiOver();
    says.record = Promise.reject(new Error("away"));
    expect(codeOf(await call())).toBeNull();
    await Promise.all(seen.background);
    expect(logged()).toMatchObject([{ event: "not_recorded", request_id: "r", account: 1001, operation: "getSample" }]);
  });

  test("is omitted if the operation's own limit refused the call", async () => {
    const { seen, call } = apiOver({ run: () => Promise.reject(refusal("rate_limited")) });
    await call();
    expect(seen).toMatchObject({ runs: 1, records: [] });
  });
});

describe("the remaining hourly rate", () => {
  const order = { effect: "order", http: { method: "POST", path: "/services/{id}" } } as const;
  const sent = { path: { id: 5 }, body: {}, key: "k1" };

  test("is reported for a call that was refused before it counted", async () => {
    const { seen, call } = apiOver({ ...order, run: () => Promise.reject(refusal("refused")) });
    expect((await call({ sent })).rates).toEqual([RATE, ORDERS]);
    expect(seen.hours).toEqual(["orders"]);
  });

  test("is not read again after a counted call, and not reported if it is unknown", async () => {
    const counted = () => runWithReport({ rates: [ORDERS] }, () => Promise.reject(refusal("refused")));
    const { seen, call } = apiOver({ ...order, run: counted });
    expect((await call({ sent })).rates).toEqual([RATE, ORDERS]);
    expect(seen.hours).toEqual([]);
    const unknown = apiOver({ ...order, run: () => Promise.reject(refusal("refused")) });
    unknown.says.hour = null;
    expect((await unknown.call({ sent })).rates).toEqual([RATE]);
  });

  test.each<[string, Partial<AnyOperation<object>>]>([
    ["the loss of the account", { ...order, run: () => Promise.reject(refusal("access_lost")) }],
    ["a failure", { ...order, run: () => Promise.reject(refusal("billing_unavailable")) }],
    ["an exception", { ...order, run: () => Promise.reject(new TypeError("a mistake")) }],
  ])("is not read after %s", async (_, own) => {
    const { seen, call } = apiOver(own);
    expect((await call(own.effect ? { sent } : {})).rates).toEqual([RATE]);
    expect(seen.hours).toEqual([]);
  });
});

describe("a stored answer", () => {
  test("is served for the same input while it is fresh", async () => {
    let n = 0;
    const { seen, api, call } = apiOver({ freshFor: 60, run: async () => ({ n: ++n }) });
    const first = await call();
    expect(first).toMatchObject({ answer: { json: '{"n":1}', freshUntil: NOW + 60_000 } });
    expect(await call()).toEqual(first);
    expect(seen).toMatchObject({ runs: 1, authorized: [expect.anything(), expect.anything()] });
    expect(await call({ sent: { path: { id: 6 } } })).toMatchObject({ answer: { json: '{"n":2}' } });
    expect(await call({ sent: { arguments: { id: 6 } } }), "over any transport").toMatchObject({
      answer: { json: '{"n":2}' },
    });
    const elsewhere = addressBook(UNSET_ADDRESSES)("http://127.0.0.1:8787/") ?? expect.fail("no addresses");
    expect(await call({ addresses: elsewhere }), "with the site's addresses in it").toMatchObject({
      answer: { json: '{"n":3}' },
    });
    api.version = { major: 2, release: "2.0.0" };
    expect(await call()).toMatchObject({ answer: { json: '{"n":4}' } });
    api.now = () => NOW + 60_000;
    api.version = { major: 1, release: "1.0.0" };
    expect(await call(), "no longer fresh").toMatchObject({ answer: { json: '{"n":5}' } });
  });
});

test.each<[reported: string, CallReport[], number]>([
  ["nothing", [], NOW + 60_000],
  ["a later end", [{ freshUntil: NOW + 90_000 }], NOW + 60_000],
  ["several ends", [{ freshUntil: NOW + 30_000 }, { freshUntil: NOW + 20_000 }, {}], NOW + 20_000],
  ["an uncacheable part", [{ freshUntil: Number.NEGATIVE_INFINITY }], Number.NEGATIVE_INFINITY],
])(
  "with %s reported, an answer stays fresh for at most the operation's maximum age and until the first reported end",
  async (...row) => {
    const [, reports, freshUntil] = row;
    const { call } = apiOver({ freshFor: 60, run: async () => withReport({}, ...reports) });
    expect(await call()).toMatchObject({ answer: { freshUntil } });
  },
);

test("a stale answer replaces no other answer", async () => {
  const run = async (_: object, { id }: { id: number }) =>
    new ReportedValue({}, { freshUntil: id === 5 ? NOW + 1 : NOW });
  const { seen, call } = apiOver({ freshFor: 60, run }, { answers: new AnswerCache(1) });
  for (const id of [5, 6, 5]) await call({ sent: { path: { id } } });
  expect(seen.runs).toBe(2);
});

test("the reports of a refused call are used", async () => {
  const thrown = new ReportedError(
    { rates: [ORDERS], isReplayed: true, isRecorded: true },
    { cause: refusal("refused") },
  );
  const { seen, call } = apiOver({ run: () => Promise.reject(thrown) });
  expect(await call()).toMatchObject({ problem: { code: "refused" }, rates: [RATE, ORDERS], isReplayed: true });
  expect(seen.records).toEqual([]);
  const fresh = await apiOver().call();
  expect("isReplayed" in fresh).toBe(false);
});

test("a call is measured with its result and its client", async () => {
  const points: unknown[] = [];
  const metrics = {
    operation: async (requestId: string, work: () => Promise<Outcome>, facts: (outcome: Outcome) => object) => {
      const outcome = await work();
      points.push([requestId, facts(outcome)]);
      return outcome;
    },
  };
  const measured = { metrics } as never;
  const succeeding = apiOver({ effect: "change", http: { method: "PUT", path: "/services/{id}" } }, measured);
  await succeeding.call({ sent: { path: { id: 5 }, body: {} } });
  const { admission, call } = apiOver({ run: () => Promise.reject(refusal("refused")) }, measured);
  await call({ admission: admission() });
  const unadmitted = apiOver({}, measured);
  unadmitted.says.admission = refusal("unauthorized");
  await unadmitted.call();
  const facts = { work: "getSample", transport: "http", version: 1 };
  expect(points).toEqual([
    ["r", { ...facts, client: "token", status: 200 }],
    ["r", { ...facts, client: "token", status: 409, code: "refused" }],
    ["r", { ...facts, client: "none", status: 401, code: "unauthorized" }],
  ]);
});

test("new clients get the newest version that is not deprecated, or otherwise the newest one", () => {
  const of = (major: number, deprecated?: string) =>
    ({ version: { major, release: `${major}.0.0`, ...(deprecated && { deprecated }) } }) as Api<object>;
  const [one, two, three] = [of(1), of(2), of(3, "2026-01-01")];
  expect(currentOf([one, two, three])).toBe(two);
  expect(currentOf([of(1, "2026-01-01"), of(2, "2026-01-01"), three])).toBe(three);
  expect(() => currentOf([])).toThrow("an API without operations");
});
