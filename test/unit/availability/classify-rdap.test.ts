import { expect, test } from "vitest";
import { classifyRdap } from "../../../workers/catalogue/availability/classify/classify-rdap.ts";

const NAME = "maple-bakery.example";
const RDAP = "application/rdap+json; charset=utf-8";

function verdictOf(
  status: number,
  body: unknown,
  changes: { contentType?: string; trusted404?: boolean } = {},
): string {
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

test.each([
  ["another name", { ...DOMAIN, ldhName: "other.example" }],
  ["no name", { objectClassName: "domain" }],
  ["another object", { objectClassName: "nameserver", ldhName: NAME }],
  ["an error with status 200", { ...DOMAIN, errorCode: 404 }],
  ["a page", "<html>maple-bakery.example</html>"],
  ["cut JSON", JSON.stringify(DOMAIN).slice(0, 40)],
  ["nothing", ""],
])("a 200 with %s proves nothing", (_what, body) => {
  expect(verdictOf(200, body)).toBe("unknown bad_answer");
});

test("a 404 with an RDAP body is available where it is trusted, else to be confirmed", () => {
  const error = { errorCode: 404, title: "Not Found" };
  expect(verdictOf(404, error)).toBe("available no_registration_found");
  expect(verdictOf(404, { rdapConformance: ["rdap_level_0"] }, { contentType: "application/json" })).toBe(
    "available no_registration_found",
  );
  expect(verdictOf(404, {})).toBe("available no_registration_found");
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

test("a 404 that says why is reserved", () => {
  expect(verdictOf(404, { errorCode: 404, description: ["The name is reserved."] })).toBe("reserved reserved");
  expect(verdictOf(404, { errorCode: 404, description: ["Blocked by a trademark service"] })).toBe("reserved blocked");
  expect(verdictOf(404, { errorCode: 404, description: ["All rights reserved"] })).toBe(
    "available no_registration_found",
  );
});

const error = (title: string, ...description: string[]) => ({ errorCode: 404, title, description });

test.each([
  [error("Too many requests", "Rate limit exceeded"), "throttled rate_limited"],
  [error("Not Found", "Rate limit exceeded, you may come back in an hour"), "throttled rate_limited"],
  [error("Not Found", "Access denied"), "unknown refused"],
  [error("Not Found", "Internal server error"), "unknown unreachable"],
  [error("Not Found", "This server is not authoritative for .example"), "unknown bad_answer"],
  [error("Unsupported TLD"), "unknown bad_answer"],
  [error("Not Found", "The TLD is not supported"), "unknown bad_answer"],
  [error("Not Found", "This domain is not served here"), "unknown bad_answer"],
  [error("Not Found", "The object is not managed by this registry"), "unknown bad_answer"],
  [error("Not Found", "Invalid domain name"), "invalid invalid_name"],
  [error("Not Found", "Domain is premium"), "reserved premium_hint"],
  [error("Not Found", "A premium name, sold by agreement"), "reserved premium_hint"],
  [error("Not Found", "Domain is withheld"), "reserved reserved"],
  [error("Not Found", "Registration of this label is prohibited"), "reserved reserved"],
  [error("Not Found", "This is a restricted name"), "reserved reserved"],
  [error("Not Found", "Domain cannot be registered"), "reserved reserved"],
  [error("Not Found", "Domain is pending deletion"), "unknown conflict"],
  [error("Not Found", "Domain is already registered"), "unknown conflict"],
  [error("Not Found", "No RDAP service for this label"), "unknown bad_answer"],
  [error("Not Found", "Server in trouble"), "unknown bad_answer"],
  [error("Not Found", "Name taken"), "unknown bad_answer"],
  [error("Something happened"), "unknown bad_answer"],
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
  const body = { errorCode: 404, description: ["reserved.premium-blocked.example not found"] };
  const answer = { status: 404, contentType: RDAP, name: "premium-blocked.example", trusted404: true };
  expect(classifyRdap({ ...answer, body: JSON.stringify(body).replace("reserved.", "") }).status).toBe("available");
});

test("a name is refused as invalid only by an RDAP error", () => {
  expect(verdictOf(400, { errorCode: 400, title: "Bad Request" })).toBe("invalid invalid_name");
  expect(verdictOf(422, { errorCode: 422, title: "Unprocessable" })).toBe("invalid invalid_name");
  expect(verdictOf(400, "<html>Request blocked</html>", { contentType: "text/html" })).toBe(BAD);
  expect(verdictOf(400, "<html>Request blocked</html>")).toBe(BAD);
  expect(verdictOf(400, '{"message": "no"}', { contentType: "application/json" })).toBe(BAD);
  expect(verdictOf(400, "", { contentType: "" })).toBe(BAD);
  expect(verdictOf(400, { errorCode: 400, title: "Too many requests" })).toBe("throttled rate_limited");
});

test.each([
  [429, "throttled rate_limited"],
  [400, "invalid invalid_name"],
  [422, "invalid invalid_name"],
  [403, "unknown refused"],
  [500, "unknown unreachable"],
  [520, "unknown unreachable"],
  [521, "unknown unreachable"],
  [522, "unknown timeout"],
  [524, "unknown timeout"],
  [530, "unknown unreachable"],
  [531, "unknown bad_answer"],
  [503, "unknown unreachable"],
  [504, "unknown timeout"],
  [301, "unknown bad_answer"],
])("status %d", (status, expected) => {
  expect(verdictOf(status, "")).toBe(expected);
});

test("an error without a body counts where the server says it is RDAP", () => {
  const answer = { status: 404, contentType: "application/rdap+json", body: "", name: "a.com", trusted404: true };
  expect(classifyRdap(answer).status).toBe("available");
  expect(classifyRdap({ ...answer, trusted404: false })).toEqual({
    status: "unknown",
    reason: "no_registration_found",
  });
  expect(classifyRdap({ ...answer, contentType: "text/html" })).toEqual({ status: "unknown", reason: "bad_answer" });
});
