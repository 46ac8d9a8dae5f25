import { expect, test } from "vitest";
import { NOBODY } from "../../system/calls/access.ts";
import { HttpJudge } from "../../system/calls/http-judge.ts";
import { SchemaChecks } from "../../system/calls/json-schema.ts";
import type { ServedApi } from "../../system/calls/served-api.ts";
import type { WireAnswer, WireRequest } from "../../system/calls/wire.ts";

const fits = () => [];
const id = "1f8b8435-37a9-483f-a40f-b9bcb7d23b9a";
const HEADERS = {
  ...{ "x-request-id": id, "access-control-allow-origin": "*" },
  ratelimit: '"connection";r=119;t=60, "orders";r=0;t=3600',
  "ratelimit-policy": '"connection";q=120;w=60, "orders";q=20;w=3600',
};
const own = {
  ...{ parameters: [], body: null, checkBody: null, checkProblem: fits, scopes: null },
  answers: new Map<number, unknown>([
    [200, { contentType: "application/json", check: fits, codes: [] }],
    [500, { contentType: "application/problem+json", check: fits, codes: ["internal_error"] }],
  ]),
};
const numbered = { name: "id", in: "path", isRequired: true, schema: { type: "integer", minimum: 1 } };
const named = { name: "domain", in: "path", isRequired: true, schema: { type: "string", minLength: 3 } };
const operations = [
  { ...own, id: "listPlans", method: "GET", path: "/api/v1/plans" },
  { ...own, id: "orderPlan", method: "POST", path: "/api/v1/plans", body: {}, checkBody: fits },
  { ...own, id: "readZone", method: "GET", path: "/api/v1/services/{id}/{domain}", parameters: [numbered, named] },
];
const members = { code: {}, type: {}, status: {}, request_id: {}, instance: {} };
const checkProblem = new SchemaChecks("p", {}, true).of({ properties: members });
const judge = new HttpJudge({ operations, checkProblem } as unknown as ServedApi, 1_000);

type Given = Partial<WireRequest>;

function faultsOf(request: Given, answer: Partial<WireAnswer>): string[] {
  const sent = { method: "GET", path: "/api/v1/plans", headers: [], body: null, ...request };
  return judge.judge(sent, NOBODY, { status: 200, headers: HEADERS, body: Buffer.from(""), ms: 1, ...answer }).faults;
}

const ok = (headers: object = {}): Partial<WireAnswer> => ({
  headers: { ...HEADERS, "content-type": "application/json", ...headers },
  body: Buffer.from("{}"),
});
function refused(status: number, code: string, headers: object = {}, more: object = {}): WireAnswer {
  const type = { type: `https://x/problems/${code}`, instance: `urn:uuid:${id}` };
  const body = Buffer.from(JSON.stringify({ code, status, request_id: id, ...type, ...more }));
  return { status, headers: { ...HEADERS, "content-type": "application/problem+json", ...headers }, body, ms: 1 };
}
const page = { status: 404, headers: { "content-type": "text/html" }, body: Buffer.from("<!DOCTYPE html>") };
const at = (path: string, method = "GET") => ({ path: `/api/v1/${path}`, method });

test.each<[what: string, request: Given, answer: Partial<WireAnswer>]>([
  ["a late response", {}, { ...ok(), ms: 1_001 }],
  ["a missing request id", {}, ok({ "x-request-id": undefined })],
  ["the caller's own request id", {}, ok({ "x-request-id": "mine" })],
  ["a header that web pages cannot read", {}, ok({ "access-control-allow-origin": undefined })],
  ["a cookie", {}, ok({ "set-cookie": ["a=b"] })],
  ["a 429 without a wait time", at("none"), refused(429, "rate_limited")],
  ["a limit without its policy", {}, ok({ "ratelimit-policy": undefined })],
  ["an HTML page in the API", at("x"), page],
  ["a success at an unknown URL", at("none"), ok()],
  ["an incomplete list of methods", at("plans", "DELETE"), refused(405, "method_not_allowed", { allow: "GET" })],
  ["a missing list of methods", at("plans", "DELETE"), refused(404, "not_found")],
  ["a 404 at an escaped URL", at("pl%61ns"), refused(404, "not_found")],
  ["a problem field without a name", at("none"), refused(404, "not_found", {}, { hint: "x" })],
  ["an internal error", {}, refused(500, "internal_error")],
  ["a success for a path number that is too small", at("services/0/ana.dev"), ok()],
  ["a success for a path name that is too short", at("services/7/%61n"), ok()],
])("the checks of a response find %s", (_, request, answer) => {
  expect(faultsOf(request, answer)).not.toEqual([]);
});
