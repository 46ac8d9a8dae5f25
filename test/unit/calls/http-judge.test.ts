import { describe, expect, test } from "vitest";
import type { Caller } from "../../system/calls/access.ts";
import { HttpJudge } from "../../system/calls/http-judge.ts";
import { SchemaChecks } from "../../system/calls/json-schema.ts";
import type { ServedApi } from "../../system/calls/served-api.ts";
import type { WireAnswer, WireRequest } from "../../system/calls/wire.ts";

const fits = () => [];
const id = "1f8b8435-37a9-483f-a40f-b9bcb7d23b9a";
const HEADERS = { "x-request-id": id, "access-control-allow-origin": "*" };
const ok = { contentType: "application/json", check: fits, codes: [] };
const problem = { contentType: "application/problem+json", check: fits, codes: ["internal_error"] };
const own = {
  ...{ parameters: [], body: null, checkBody: null, checkProblem: fits, scopes: null },
  answers: new Map<number, unknown>([
    [200, ok],
    [500, problem],
  ]),
};
const numbered = { name: "id", in: "path", isRequired: true, schema: { type: "integer", minimum: 1 } };
const named = { name: "domain", in: "path", isRequired: true, schema: { type: "string", minLength: 3 } };
const operations = [
  { ...own, id: "listPlans", method: "GET", path: "/api/v1/plans" },
  { ...own, id: "orderPlan", method: "POST", path: "/api/v1/plans", body: {}, checkBody: fits },
  { ...own, id: "readZone", method: "GET", path: "/api/v1/services/{id}/{domain}", parameters: [numbered, named] },
];
const checkProblem = new SchemaChecks("p", {}, true).of({
  properties: { code: {}, type: {}, status: {}, request_id: {}, instance: {} },
});
const judge = new HttpJudge({ operations, checkProblem } as unknown as ServedApi, 1_000);
const caller = { kind: "none", authorization: [], grant: null } as Caller;

const page = { status: 404, headers: { "content-type": "text/html" }, body: Buffer.from("<!DOCTYPE html>"), ms: 1 };

function faultsOf(request: Partial<WireRequest>, answer: Partial<WireAnswer>): string[] {
  const sent = { method: "GET", path: "/api/v1/plans", headers: [], body: null, ...request };
  return judge.judge(sent, caller, { status: 200, headers: HEADERS, body: Buffer.from(""), ms: 1, ...answer }).faults;
}

function faultsAt(path: string, answer: Partial<WireAnswer>): string[] {
  return faultsOf({ path }, { ...page, ...answer });
}

/** An answer with a body, or with none to HEAD. */
function answered(status: number, value: object, headers: object = {}): WireAnswer {
  const type = status < 400 ? "application/json" : "application/problem+json";
  const body = Buffer.from(JSON.stringify(value));
  return { status, headers: { ...HEADERS, "content-type": type, ...headers }, body, ms: 1 };
}

function refused(status: number, code: string, headers: object = {}, more: object = {}): WireAnswer {
  return answered(
    status,
    { type: `https://x/problems/${code}`, code, status, request_id: id, instance: `urn:uuid:${id}`, ...more },
    headers,
  );
}

const silent = (answer: WireAnswer) => ({ ...answer, body: Buffer.from("") });

test.each(["/api%2Fv1", "/api%2fv1/account", "/apis"])("a page is not there at %s", (path) => {
  expect(faultsAt(path, {})).toEqual([]);
  expect(faultsAt(path, { status: 200 })).toEqual(["200 beside the API"]);
  expect(faultsAt(path, { body: Buffer.from("{}") })).toEqual(["404 beside the API"]);
});

test.each(["/api", "/api/v1/x", "/api/%76%31", "/api/../v2", "/api/?a=/../.."])("a page is no answer at %s", (path) => {
  expect(faultsAt(path, {})).toContain("a problem as text/html");
});

describe("where no operation is", () => {
  const ALLOW = { allow: "GET, HEAD, POST, OPTIONS" };

  test("there is nothing, whatever the path's escapes", () => {
    for (const path of ["/api/v1/none", "/api/v1/plans%00", "/api/v1/plans%2F1"]) {
      expect(faultsOf({ path }, refused(404, "not_found"))).toEqual([]);
      expect(faultsOf({ path }, answered(200, {}))).toEqual(["200  where no operation is described"]);
      expect(faultsOf({ path }, refused(405, "method_not_allowed", ALLOW))).toHaveLength(1);
      expect(faultsOf({ path, method: "HEAD" }, silent(refused(404, "not_found")))).toEqual([]);
      expect(faultsOf({ path, method: "HEAD" }, silent(refused(405, "method_not_allowed", ALLOW)))).toHaveLength(1);
      expect(faultsOf({ path, method: "OPTIONS" }, { status: 204, headers: { ...HEADERS, ...ALLOW } })).toHaveLength(1);
    }
  });

  test("an address that has others names its methods", () => {
    const method = "DELETE";
    expect(faultsOf({ method }, refused(405, "method_not_allowed", ALLOW))).toEqual([]);
    expect(faultsOf({ method }, refused(405, "method_not_allowed", { allow: "GET" }))).toEqual(["Allow: GET"]);
    expect(faultsOf({ method }, refused(405, "not_found", ALLOW))).toHaveLength(1);
    expect(faultsOf({ method }, refused(404, "not_found"))).toHaveLength(1);
    expect(faultsOf({ method: "OPTIONS" }, { status: 204, headers: { ...HEADERS, ...ALLOW } })).toEqual([]);
    expect(faultsOf({ method: "OPTIONS" }, { status: 204, headers: HEADERS })).toHaveLength(1);
  });

  test("an address with dots may be taken as it is, and is nothing then", () => {
    expect(faultsOf({ path: "/api/v1/x/../plans" }, refused(404, "not_found"))).toEqual([]);
    expect(faultsOf({ path: "/api/v1/x/../plans" }, answered(200, {}))).toEqual([]);
  });

  test("an address may be nothing whose first segments are escaped, and none whose others are", () => {
    for (const path of ["/api/%761/plans", "/api/v1/%61ccount"])
      expect(faultsOf({ path }, refused(404, "not_found")), path).toEqual([]);
    expect(faultsOf({ path: "/api/v1/pl%61ns" }, refused(404, "not_found"))).toHaveLength(1);
  });
});

test("a problem has no member that its schema does not name", () => {
  const path = "/api/v1/none";
  expect(faultsOf({ path }, refused(404, "not_found", {}, { hint: "x" }))).toEqual([
    'the whole must NOT have additional properties {"additionalProperty":"hint"}',
  ]);
});

test.each(["GET", "HEAD"])("an internal error is a fault of %s", (method) => {
  const answer = refused(500, "internal_error");
  expect(faultsOf({ method }, method === "HEAD" ? silent(answer) : answer)).toEqual(["an internal error"]);
});

test("nothing succeeds whose path its schema refuses", () => {
  const at = (path: string) => faultsOf({ path: `/api/v1/services/${path}` }, answered(200, {}));
  expect(at("7/ana.dev")).toEqual([]);
  expect(at("7/%61na.dev")).toEqual([]);
  expect(at("0/ana.dev")).toHaveLength(1);
  expect(at("x/ana.dev")).toHaveLength(1);
  expect(at("7/%61n")).toHaveLength(1);
});

test("nothing succeeds whose body is beyond a limit", () => {
  const order = (body: string) =>
    faultsOf(
      { method: "POST", headers: [["Content-Type", "application/json"]], body: Buffer.from(body) },
      answered(200, {}),
    );
  expect(order("{}")).toEqual([]);
  expect(order("{}".padEnd(65_537))).toEqual(["answered with 200 although: the body has 65537 bytes"]);
  expect(order('{"a":1,"a":1}')).toHaveLength(1);
  expect(order(`{"a":${"[".repeat(32)}${"]".repeat(32)}}`)).toHaveLength(1);
});
