import { expect, test } from "vitest";
import { classifyRdap, type RdapAnswer } from "../../../workers/catalogue/availability/classify/classify-rdap.ts";

const NAME = "maple-bakery.example";
const RDAP = "application/rdap+json; charset=utf-8";

function verdictOf(status: number, body: unknown, changes: Partial<RdapAnswer> = {}): string {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const answer = { status, body: text, name: NAME, contentType: RDAP, trusted404: true, ...changes };
  const { status: word, reason } = classifyRdap(answer);
  return `${word} ${reason}`;
}

const FREE = "available no_registration_found";
const BAD = "unknown bad_answer";
const DOMAIN = { objectClassName: "domain", ldhName: "MAPLE-BAKERY.EXAMPLE.", status: ["active"] };

test("a domain object of the name asked is taken, with its phase", () => {
  expect(verdictOf(200, DOMAIN)).toBe("taken registered");
  expect(verdictOf(200, { ...DOMAIN, status: ["client hold", "redemption period"] })).toBe("taken redemption");
  expect(verdictOf(200, { ...DOMAIN, status: ["pending delete"] })).toBe("taken pending_delete");
  expect(verdictOf(200, { ...DOMAIN, status: ["pending delete", "redemption period"] })).toBe("taken redemption");
});

test("a domain object that is reserved is not taken", () => {
  expect(verdictOf(200, { ...DOMAIN, status: ["reserved"] })).toBe("reserved reserved");
});

test.each([
  ["another name", { ...DOMAIN, ldhName: "other.example" }],
  ["no name", { objectClassName: "domain" }],
  ["another object", { objectClassName: "nameserver", ldhName: NAME }],
  ["an error with status 200", { ...DOMAIN, errorCode: 404 }],
  ["a page", "<html>maple-bakery.example</html>"],
  ["cut JSON", JSON.stringify(DOMAIN).slice(0, 40)],
])("a 200 with %s proves nothing", (_what, body) => {
  expect(verdictOf(200, body)).toBe("unknown bad_answer");
});

test("a 404 with an RDAP body is available where it is trusted, else to be confirmed", () => {
  const error = { errorCode: 404, title: "Not Found" };
  const conformant = { rdapConformance: ["rdap_level_0"] };
  expect(verdictOf(404, error)).toBe(FREE);
  expect(verdictOf(404, conformant, { contentType: "application/json" })).toBe(FREE);
  expect(verdictOf(404, {})).toBe(FREE);
  expect(verdictOf(404, error, { trusted404: false })).toBe("unknown no_registration_found");
});

test.each([
  ["a page", "<html>Not Found</html>", "text/html"],
  ["a page under RDAP's type", "<html>Not Found</html>", RDAP],
  ["JSON that is not RDAP", '{"message": "no route"}', "application/json"],
  ["another error", '{"errorCode": 429}', RDAP],
  ["the error of another status", '{"errorCode": 400, "rdapConformance": ["rdap_level_0"]}', RDAP],
  ["another name", '{"errorCode": 404, "description": ["other-bakery.example not found"]}', RDAP],
  ["more words than an error has", JSON.stringify({ errorCode: 404, description: ["Not found. ".repeat(400)] }), RDAP],
])("a 404 with %s proves nothing", (_what, body, contentType) => {
  expect(verdictOf(404, body, { contentType })).toBe("unknown bad_answer");
});

const error = (title: string, ...description: string[]) => ({ errorCode: 404, title, description });

/** What a 404 is whose description says this. */
const SAID: Record<string, string[]> = {
  "throttled rate_limited": ["Rate limit exceeded, you may come back in an hour"],
  "unknown refused": ["Access denied"],
  "unknown unreachable": ["Internal server error"],
  [BAD]: [
    ...["This server is not authoritative for .example", "The TLD is not supported", "This domain is not served here"],
    ...[
      "The object is not managed by this registry",
      "No RDAP service for this label",
      "Server in trouble",
      "Name taken",
    ],
  ],
  "invalid invalid_name": ["Invalid domain name"],
  "reserved premium_hint": ["Domain is premium", "A premium name, sold by agreement"],
  "reserved blocked": ["Blocked by a trademark service"],
  "reserved reserved": [
    ...["Domain is withheld", "Registration of this label is prohibited", "This is a restricted name"],
    ...["Domain cannot be registered", "The name is reserved."],
  ],
  "unknown conflict": ["Domain is pending deletion", "Domain is already registered"],
  [FREE]: ["All rights reserved"],
};

test.each([
  ...Object.entries(SAID).flatMap(([expected, said]) =>
    said.map((text) => [error("Not Found", text), expected] as const),
  ),
  [error("Too many requests", "Rate limit exceeded"), "throttled rate_limited"] as const,
  [error("Unsupported TLD"), BAD] as const,
  [error("Something happened"), BAD] as const,
])("a 404 is read to its last word: %j", (body, expected) => {
  expect(verdictOf(404, body)).toBe(expected);
  expect(verdictOf(404, { ...body, description: body.description.join(" ") })).toBe(expected);
});

test.each([
  error("Not Found"),
  error("404"),
  error("Error 404", "https://rdap.example/help"),
  error("NOT_FOUND", NAME),
  error("ObjectNotFound"),
  error("Not Found", `The domain ${NAME} could not be found in the registry.`),
  error("Not Found", `Domain name: ${NAME}`, "No matching object", "For more information, see https://rdap.example/"),
  error("Error", "The server was unable to locate the requested domain"),
  error("Not Found", "Le nom de domaine n'existe pas"),
  error("Domain not found", `${NAME} is available for registration`),
])("a 404 that says that there is none, or nothing, is available: %j", (body) => {
  expect(verdictOf(404, body)).toBe(FREE);
});

test("a short notice speaks of the name, a long one is boilerplate", () => {
  const withNotice = (...description: string[]) => ({ errorCode: 404, notices: [{ title: "Notice", description }] });
  const terms = "Access to this service may be limited or blocked. ".repeat(5);
  expect(verdictOf(404, withNotice("This domain is reserved by the registry"))).toBe("reserved reserved");
  expect(verdictOf(404, withNotice("Too many requests"))).toBe("throttled rate_limited");
  expect(verdictOf(404, withNotice("Service subject to the terms of use. All rights reserved."))).toBe(FREE);
  expect(verdictOf(404, withNotice(`${terms}Names on the reserved list are reserved by the registry.`))).toBe(FREE);
  expect(verdictOf(404, withNotice(terms, "This domain is reserved."))).toBe(FREE);
});

test.each([
  ["ldhName", NAME],
  ["unicodeName", NAME],
  ["handle", "D1-SAMPLE"],
  ["status", ["active"]],
  ["events", [{ eventAction: "registration" }]],
  ["entities", [{ objectClassName: "entity" }]],
  ["nameservers", [{ ldhName: "ns1.sample.example" }]],
  ["objectClassName", "domain"],
])("a 404 that holds a record contradicts itself: %s", (member, value) => {
  expect(verdictOf(404, { errorCode: 404, [member]: value })).toBe("unknown conflict");
});

test("what is in a name is not what is said of it", () => {
  const name = "premium-blocked.example";
  expect(verdictOf(404, { errorCode: 404, description: [`${name} not found`] }, { name })).toBe(FREE);
});

test.each<[status: number, body: unknown, contentType: string, expected: string]>([
  [400, { errorCode: 400, title: "Bad Request" }, RDAP, "invalid invalid_name"],
  [422, { errorCode: 422, title: "Unprocessable" }, RDAP, "invalid invalid_name"],
  [400, "<html>Request blocked</html>", "text/html", BAD],
  [400, "<html>Request blocked</html>", RDAP, BAD],
  [400, '{"message": "no"}', "application/json", BAD],
  [400, "", "", BAD],
  [400, { errorCode: 400, title: "Too many requests" }, RDAP, "throttled rate_limited"],
])("a name is refused as invalid only by an RDAP error: %i %j as %s", (status, body, contentType, expected) => {
  expect(verdictOf(status, body, { contentType })).toBe(expected);
});

test.each<[expected: string, ...statuses: number[]]>([
  ["throttled rate_limited", 429],
  ["invalid invalid_name", 400, 422],
  ["unknown refused", 401, 403, 451],
  ["unknown unreachable", 500, 503, 520, 521, 530],
  ["unknown timeout", 504, 522, 524],
  [BAD, 301, 531],
])("%s: status %i", (expected, ...statuses) => {
  for (const status of statuses) expect(verdictOf(status, ""), String(status)).toBe(expected);
});

test("an error without a body counts where the server says it is RDAP", () => {
  const contentType = "application/rdap+json";
  expect(verdictOf(404, "", { contentType })).toBe(FREE);
  expect(verdictOf(404, "", { contentType, trusted404: false })).toBe("unknown no_registration_found");
  expect(verdictOf(404, "", { contentType: "text/html" })).toBe(BAD);
});

const NOT_FOUND = { errorCode: 404, title: "Not Found" };

test.each<[body: object | string, contentType: string, expected: string]>([
  [{}, ` ${RDAP};charset=utf-8`, FREE],
  [{}, `x ${RDAP}`, BAD],
  [{}, "text/html", BAD],
  [NOT_FOUND, "application/json", FREE],
  [" \n", RDAP, FREE],
])("a 404 with the body %j of the type %s is %s", (body, contentType, expected) => {
  expect(verdictOf(404, body, { contentType })).toBe(expected);
});

test.each<[members: object, expected: string]>([
  [{ status: [] }, FREE],
  [{ handle: null }, FREE],
  [{ description: ["The name is reserved", "premium name"] }, "reserved premium_hint"],
  [{ description: ["The name is reserved", "The name is blocked"] }, "reserved blocked"],
  [{ description: ["See our terms of service"] }, FREE],
  [{ title: "Gateway trouble", description: ["See https://a.example"] }, BAD],
  [{ title: "Object not found", description: ["Try another server"] }, BAD],
  [{ description: ["No object found", "Ask somebody else"] }, FREE],
  [{ description: ["Registration is withheld", "Registration is blocked"] }, "reserved blocked"],
  [{ title: "", description: [`not found. ${"x".repeat(3_000)}`] }, FREE],
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
