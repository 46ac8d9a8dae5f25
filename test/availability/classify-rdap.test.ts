import { expect, test } from "vitest";
import { classifyRdap } from "../../shared/availability/classify-rdap.ts";

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
  ["a record", JSON.stringify(DOMAIN), RDAP],
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

test.each([
  [429, "throttled rate_limited"],
  [400, "invalid invalid_name"],
  [422, "invalid invalid_name"],
  [403, "unknown refused"],
  [500, "unknown bad_answer"],
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
