import { expect, test } from "vitest";
import { classifyRdap } from "../../../workers/catalogue/availability/classify/classify-rdap.ts";

const RDAP = "application/rdap+json";
const NOT_FOUND = { errorCode: 404, title: "Not Found" };
const FREE = "available no_registration_found";
const BAD = "unknown bad_answer";

function verdictOf(status: number, body: object | string, contentType = RDAP): string {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const said = classifyRdap({ status, contentType, body: text, name: "maple-bakery.example", trusted404: true });
  return `${said.status} ${said.reason}`;
}

test.each([401, 403, 451])("%i is a refusal", (status) => {
  expect(verdictOf(status, "")).toBe("unknown refused");
});

test.each<[body: object | string, contentType: string, expected: string]>([
  [{}, ` ${RDAP};charset=utf-8`, FREE],
  [{}, `x ${RDAP}`, BAD],
  [{}, "text/html", BAD],
  [NOT_FOUND, "application/json", FREE],
  [" \n", RDAP, FREE],
])("a 404 with the body %j of the type %s is %s", (body, contentType, expected) => {
  expect(verdictOf(404, body, contentType)).toBe(expected);
});

test.each<[members: object, expected: string]>([
  [{ status: [] }, FREE],
  [{ status: ["active"] }, "unknown conflict"],
  [{ handle: null }, FREE],
  [{ description: ["The name is premium"] }, "reserved premium_hint"],
  [{ description: ["The name is reserved"] }, "reserved reserved"],
  [{ description: ["The name is blocked"] }, "reserved blocked"],
  [{ description: ["The name is reserved", "premium name"] }, "reserved premium_hint"],
  [{ description: ["The name is reserved", "The name is blocked"] }, "reserved blocked"],
  [{ description: ["See our terms of service"] }, FREE],
  [{ title: "Gateway trouble", description: ["See https://a.example"] }, BAD],
  [{ title: "Object not found", description: ["Try another server"] }, BAD],
  [{ description: ["No object found", "Ask somebody else"] }, FREE],
  [{ description: ["Registration is withheld"] }, "reserved reserved"],
  [{ description: ["Registration is withheld", "Registration is blocked"] }, "reserved blocked"],
  [{ description: ["x".repeat(4_001)] }, BAD],
  [{ title: "", description: [`not found. ${"x".repeat(3_000)}`] }, FREE],
  [{ notices: [{ title: "Terms", description: ["y".repeat(300)] }] }, FREE],
])("a 404 that says %j besides is %s", (members, expected) => {
  expect(verdictOf(404, { ...NOT_FOUND, ...members })).toBe(expected);
});

const noticed = "This domain is reserved by the registry";
const prohibited = "Its registration is prohibited by law. ";
test.each<[what: string, longest: number, members: (length: number) => object, within: string, beyond: string]>([
  ["a notice", 240, (length) => ({ notices: [{ description: [noticed.padEnd(length)] }] }), "reserved reserved", FREE],
  ["a text that withholds", 240, (length) => ({ title: prohibited.padEnd(length, "x") }), "reserved reserved", FREE],
  ["a text off the topic", 240, (length) => ({ title: "x".repeat(length) }), BAD, FREE],
  ["an error's own text", 4_000, (length) => ({ title: "x".repeat(length) }), FREE, BAD],
])("%s is read up to %i characters", (_, longest, members, within, beyond) => {
  expect(verdictOf(404, { errorCode: 404, ...members(longest) })).toBe(within);
  expect(verdictOf(404, { errorCode: 404, ...members(longest + 1) })).toBe(beyond);
});
