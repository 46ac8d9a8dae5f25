import { beforeEach, describe, expect, test, vi } from "vitest";
import * as z from "zod";
import { withReport } from "../../../shared/api/definition/call-report.ts";
import type { AnyOperation } from "../../../shared/api/definition/operation.ts";
import { OperationError } from "../../../shared/api/definition/problems.ts";
import { answerResponse, matchesTag } from "../../../shared/api/http/responses.ts";
import { type Endpoint, serveDirectly } from "../../../shared/api/http/serve-directly.ts";
import { httpApplication } from "../../../shared/api/http/serve-http.ts";
import { AnswerCache, toAnswer } from "../../../shared/api/pipeline/answer.ts";
import type { Admission } from "../../../shared/api/pipeline/gate.ts";
import type { Api, CallScope } from "../../../shared/api/pipeline/run-operation.ts";
import { addressBook } from "../../../shared/platform/addresses.ts";
import { UNSET_ADDRESSES } from "../../support/unset-addresses.ts";
import { sampleOperation } from "./support/sample-operation.ts";

const ORIGIN = "http://localhost:8787";
const START = Date.parse("2026-11-01T00:00:00Z");
const clock = { now: START };

beforeEach(() => {
  clock.now = START;
  vi.spyOn(console, "error").mockReset().mockReturnValue(undefined);
});

const LANG = { lang: z.enum(["en", "fr"]).optional() };
const rates = [
  { policy: { id: "orders", name: "orders", quota: 10, windowSeconds: 3600 }, remaining: 9, resetSeconds: 60 },
];

/** Creates an API with a read, a root, an order and other operations and endpoints, and records the inputs. */
function served(own: Partial<AnyOperation<object>>[] = [], endpoints: ReadonlyMap<string, Endpoint> = new Map()) {
  const given: unknown[] = [];
  const scopes: CallScope[] = [];
  const background: unknown[] = [];
  const points: unknown[] = [];
  const run = async (_: object, input: object) => {
    given.push(input);
    return { given: given.length };
  };
  const order = { effect: "order", access: { scope: "s", permissions: [], limit: "whole" } } as const;
  const operations = [
    {
      id: "getPlan",
      http: { method: "GET", path: "/plans/{id}" },
      freshFor: 60,
      input: z.strictObject({ id: z.int(), ...LANG }),
    },
    { id: "getRoot", http: { method: "GET", path: "/" } },
    {
      ...order,
      id: "orderPlan",
      http: { method: "POST", path: "/plans" },
      input: z.strictObject({ plan: z.string().optional(), ...LANG }),
    },
    ...own,
  ].map((each) => sampleOperation({ run, ...(each as Partial<AnyOperation<object>>) }));
  const admission = {
    ...{ client: "none", refusal: null, logFields: {}, rate: rates[0], [Symbol.dispose]: () => undefined },
    ...{ authorize: async () => undefined, hourlyRate: async () => null, record: async () => undefined },
  } as unknown as Admission;
  const api: Api<object> = {
    ...{ version: { major: 1, release: "1.0.0" }, operations, answers: new AnswerCache(9), now: () => clock.now },
    gate: {
      admit: async ({ authorization }) => {
        if (authorization !== "Bearer t")
          throw new OperationError("unauthorized", { en: "Sign in.", fr: "Connectez-vous." });
        return [admission];
      },
      challenge: ({ code }) => (code === "unauthorized" ? "Bearer" : undefined),
    },
    contextFor: (scope) => {
      scopes.push(scope);
      return {};
    },
  };
  const addressesOf = addressBook(UNSET_ADDRESSES);
  const application = httpApplication([api], addressesOf);
  for (const [path, endpoint] of endpoints) application.all(path, endpoint);
  const execution = { waitUntil: (work: unknown) => background.push(work), passThroughOnException: () => undefined };
  const metrics = {
    write: (point: unknown) => points.push(point),
    request: async (_: string, answer: () => Promise<Response>, unmeasured: () => object) => {
      const response = await answer();
      points.push(unmeasured());
      return response;
    },
  } as never;
  const direct = serveDirectly({ ...api, metrics }, application, { endpoints, addressesOf });
  const ask = async (path: string, init?: RequestInit, origin = ORIGIN) => {
    const response = await direct.fetch(new Request(origin + path, init) as never, {}, execution as never);
    const text = await response.text();
    const { status, headers } = response;
    return { status, headers, body: text === "" ? null : JSON.parse(text) };
  };
  return { api, application, ask, given, scopes, background, points };
}
const json = (body: unknown, headers: Record<string, string> = {}) => ({
  method: "POST",
  headers: { "Content-Type": "application/json", Authorization: "Bearer t", "Idempotency-Key": "k1", ...headers },
  ...(body !== undefined && { body: JSON.stringify(body) }),
});

describe("a read over HTTP", () => {
  test("gets its path and query as input, and its response has an age, a tag and a request id", async () => {
    const { ask, given } = served();
    const { status, headers, body } = await ask("/api/v1/plans/7?lang=fr");
    expect([status, body, given]).toEqual([200, { given: 1 }, [{ id: 7, lang: "fr" }]]);
    expect(headers.get("Content-Type")).toBe("application/json");
    expect(headers.get("Cache-Control")).toBe("public, max-age=60");
    expect(headers.get("ETag")).toMatch(/^"[\w+/]{24}"$/);
    expect(headers.get("X-Request-Id")).toMatch(/^[\da-f-]{36}$/);
    expect(headers.get("X-Content-Type-Options")).toBe("nosniff");
    expect(headers.get("Access-Control-Allow-Origin")).toBe("*");
    expect(headers.has("RateLimit")).toBe(false);
  });

  test("gets 304 without a body if the caller already has the answer", async () => {
    const { ask, application } = served();
    const tag = (await ask("/api/v1/plans/7")).headers.get("ETag") ?? "";
    for (const response of [
      await ask("/api/v1/plans/7", { headers: { "If-None-Match": tag } }),
      await application.request(`${ORIGIN}/api/v1/plans/7`, { headers: { "If-None-Match": `W/${tag}` } }),
    ]) {
      expect([response.status, response.headers.get("ETag"), response.headers.has("Content-Type")]).toEqual([
        304,
        tag,
        false,
      ]);
    }
  });

  test("is served from memory while it is fresh, and writes one data point", async () => {
    const { ask, given, points } = served();
    const first = await ask("/api/v1/plans/7");
    clock.now += 20_000;
    const again = await ask("/api/v1/plans/7");
    expect(again.body).toEqual(first.body);
    expect(again.headers.get("Cache-Control"), "with the remaining age").toBe("public, max-age=40");
    expect(again.headers.get("X-Request-Id")).not.toBe(first.headers.get("X-Request-Id"));
    const facts = { work: "getPlan", transport: "http", status: 200, cache: "isolate", version: 1, ms: 0 };
    expect([given.length, points]).toEqual([1, [facts]]);
    expect((await ask("/api/v1/plans/7", { method: "HEAD" })).status).toBe(200);
    expect(points, "only a GET").toHaveLength(1);
    clock.now += 40_000;
    expect((await ask("/api/v1/plans/7")).body).toEqual({ given: 2 });
  });

  test("is not stored if its operation does not allow it", async () => {
    const { ask, given } = served();
    for (const _ of [1, 2]) expect((await ask("/api/v1")).headers.get("Cache-Control")).toBe("no-store");
    expect(given).toHaveLength(2);
  });

  test("is refused if a parameter occurs twice or is also in the path, and the problem names the parameter", async () => {
    const { ask } = served();
    for (const path of ["/api/v1/plans/7?lang=fr&lang=fr", "/api/v1/plans/7?lang=fr&lang=en&lang=fr"]) {
      const { status, body } = await ask(path);
      expect([status, body.errors]).toEqual([400, [{ parameter: "lang", message: expect.any(String) }]]);
    }
    expect((await ask("/api/v1/plans/7?id=7")).body.errors).toMatchObject([{ parameter: "id" }]);
  });
});

describe("an order over HTTP", () => {
  test("gets its body, key and the caller's IP address, and returns 201 with the rates", async () => {
    const { ask, given, scopes, background } = served();
    const { status, headers, body } = await ask(
      "/api/v1/plans",
      json({ plan: "web" }, { "CF-Connecting-IP": "192.0.2.7" }),
    );
    expect([status, body, given]).toEqual([201, { given: 1 }, [{ plan: "web" }]]);
    expect(scopes).toMatchObject([{ idempotencyKey: "k1", caller: { via: "http", address: "192.0.2.7" } }]);
    expect(headers.get("RateLimit")).toBe('"orders";r=9;t=60');
    expect(headers.get("RateLimit-Policy")).toBe('"orders";q=10;w=3600');
    expect(headers.get("Cache-Control")).toBe("no-store");
    expect([headers.has("ETag"), headers.has("Idempotent-Replayed")]).toEqual([false, false]);
    expect(background, "its record").toHaveLength(1);
  });

  test("has an additional header if it was replayed", async () => {
    const replayed = { id: "renew", effect: "order", http: { method: "POST", path: "/renewals" } } as const;
    const { ask } = served([{ ...replayed, run: async () => withReport({}, { isReplayed: true }) }]);
    const { headers } = await ask("/api/v1/renewals", json({}));
    expect(headers.get("Idempotent-Replayed")).toBe("true");
  });

  test("is refused with a specific problem if it lacks a key, a credential or JSON", async () => {
    const { ask } = served();
    const unsigned = await ask("/api/v1/plans", json({}, { Authorization: "" }));
    expect([unsigned.status, unsigned.headers.get("WWW-Authenticate")]).toEqual([401, "Bearer"]);
    expect((await ask("/api/v1/plans", { method: "POST", headers: { Authorization: "Bearer t" } })).body.code).toBe(
      "idempotency_key_required",
    );
    const text = await ask("/api/v1/plans", { ...json({}, { "Content-Type": "text/plain" }) });
    expect([text.status, text.body.code, text.headers.has("WWW-Authenticate")]).toEqual([
      415,
      "unsupported_media_type",
      false,
    ]);
  });
});

describe("a path of the API", () => {
  test.each([
    ["/api/v1/plans/7", "DELETE", "GET, HEAD, OPTIONS"],
    ["/api/v1/plans", "GET", "POST, OPTIONS"],
    ["/api/v1/", "PUT", "GET, HEAD, OPTIONS"],
  ])("%s refuses %s and lists its methods", async (path, method, allow) => {
    const { ask } = served();
    const { status, headers, body } = await ask(path, { method });
    expect([status, body.code, headers.get("Allow")]).toEqual([405, "method_not_allowed", allow]);
    expect(body.detail).toBe(`This URL accepts ${allow}.`);
    const options = await ask(path, { method: "OPTIONS" });
    expect([options.status, options.headers.get("Allow"), options.body]).toEqual([204, allow, null]);
    expect(options.headers.get("Access-Control-Allow-Methods")).toBe(allow);
    expect(options.headers.get("Access-Control-Max-Age")).toBe("86400");
    expect(options.headers.get("X-Request-Id")).toMatch(/^[\da-f-]{36}$/);
  });

  test("gets 404 in the requested language if it does not exist", async () => {
    const { ask } = served();
    const { status, body, headers } = await ask("/api/v1/nothing?lang=fr");
    expect([status, body.code, body.title]).toEqual([404, "not_found", "Introuvable"]);
    expect(body.type).toBe(`${ORIGIN}/problems/not_found`);
    expect(body.detail).toContain(`${ORIGIN}/developers`);
    expect([headers.get("Content-Type"), headers.get("Cache-Control")]).toEqual([
      "application/problem+json",
      "no-store",
    ]);
    expect(headers.get("X-Request-Id")).toBe(body.request_id);
    expect((await ask("/api/v1/nothing?lang=de")).body.title).toBe("Not found");
  });

  test("gets 404 under a foreign host name", async () => {
    const { ask, given } = served();
    const { status, body } = await ask("/api/v1/plans/7", undefined, "http://other.example");
    expect([status, body.code, given]).toEqual([404, "not_found", []]);
    expect(body.detail).toBe("Nothing is served under this host name.");
  });
});

describe("an endpoint that is not an operation", () => {
  const PATH = "/api/v1/echo";
  /** Returns a description of the request, or fails if the body requests it. */
  const echo: Endpoint = async ({ req: { raw: request }, var: { addresses, requestId }, executionCtx }) => {
    const sent = await request.text();
    if (sent === "break") throw new TypeError("secret");
    executionCtx.waitUntil(Promise.resolve());
    return Response.json(
      { site: addresses.site, method: request.method, sent },
      { headers: { "X-Request-Id": requestId } },
    );
  };
  const withEcho = () => served([], new Map([[PATH, echo]]));
  const post = (body: string) => ({ method: "POST", body });
  /** A path that is served directly, and one that the router serves because it has a query. */
  const WAYS = [PATH, `${PATH}?lang=en`];

  test("accepts the same requests with and without the router, and writes one data point", async () => {
    const { ask, points, background } = withEcho();
    for (const path of WAYS) {
      const { status, headers, body } = await ask(path, post("a"));
      expect([status, body]).toEqual([200, { site: ORIGIN, method: "POST", sent: "a" }]);
      expect(headers.get("X-Request-Id")).toMatch(/^[\da-f-]{36}$/);
    }
    expect([points, background.length], "only the direct path writes one here").toEqual([
      [{ work: PATH, status: 200 }],
      2,
    ]);
    expect((await ask(PATH, { method: "PUT" })).body.method).toBe("PUT");
    expect(points).toHaveLength(1);
  });

  test("returns a problem if it fails, with and without the router", async () => {
    const { ask, points } = withEcho();
    for (const path of WAYS) {
      const { status, headers, body } = await ask(path, post("break"));
      expect([status, body.code, body.type]).toEqual([500, "internal_error", `${ORIGIN}/problems/internal_error`]);
      expect(body.title).toBe("Internal error");
      expect(headers.get("X-Request-Id")).toBe(body.request_id);
    }
    expect(points).toEqual([{ work: PATH, status: 500 }]);
  });
});

test("a failure before the origin is known returns a problem without an origin", async () => {
  const broken = Object.assign(() => {
    throw new TypeError("a mistake");
  }, addressBook(UNSET_ADDRESSES));
  const response = await httpApplication([served().api], broken).request(`${ORIGIN}/api/v1`);
  expect(await response.json()).toMatchObject({ code: "internal_error", type: "/problems/internal_error" });
});

test("an application without operations responds with 404", async () => {
  const response = await httpApplication([], addressBook(UNSET_ADDRESSES)).request(`${ORIGIN}/api/v1`);
  expect(response.status).toBe(404);
});

test("requests that are counted or do not use GET are not served from memory", async () => {
  const { ask, given } = served([
    { id: "counted", http: { method: "GET", path: "/counted" }, freshFor: 60, counted: true },
    { id: "change", effect: "change", http: { method: "POST", path: "/change" }, freshFor: 60 },
  ]);
  for (const _ of [1, 2]) expect((await ask("/api/v1/counted")).status).toBe(200);
  expect(given).toHaveLength(2);
  expect((await ask("/api/v1/change", json({}))).status).toBe(200);
  expect((await ask("/api/v1/change")).status).toBe(405);
});

test("a temporary problem states when to retry", async () => {
  const busy = new OperationError("billing_unavailable", { en: "", fr: "" }, { retryAfter: 7 });
  const { ask } = served([{ id: "busy", http: { method: "GET", path: "/busy" }, run: () => Promise.reject(busy) }]);
  const { status, headers } = await ask("/api/v1/busy");
  expect([status, headers.get("Retry-After"), headers.get("X-Content-Type-Options")]).toEqual([503, "7", "nosniff"]);
  expect(headers.has("WWW-Authenticate")).toBe(false);
  expect((await ask("/api/v1/nothing")).headers.has("Retry-After")).toBe(false);
});

test.each([
  [" * ", true],
  ['W/"a"', true],
  ['"b", "a"', true],
  ['"W/a"', false],
  ["a", false],
  ['"W/"a""', false],
])("If-None-Match: %s matches the tag: %s", (ifNoneMatch, isKnown) => {
  expect(matchesTag(ifNoneMatch, '"a"')).toBe(isKnown);
});

test("an answer without a tag does not match, and an answer that is fresh for less than a second is not stored", async () => {
  const untagged = await toAnswer({}, START + 999, false);
  const response = answerResponse(untagged, "*", "r", START, { "X-More": "1" }, 201);
  expect([response.status, response.headers.get("Cache-Control"), response.headers.get("X-More")]).toEqual([
    201,
    "no-store",
    "1",
  ]);
  const tagged = await toAnswer({}, START + 1_999, true);
  expect(answerResponse(tagged, null, "r", START).headers.get("Cache-Control")).toBe("public, max-age=1");
});
