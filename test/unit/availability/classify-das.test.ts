import { expect, test } from "vitest";
import type { DasDialect } from "../../../durable-objects/registry/source-types.ts";
import { classifyDas } from "../../../workers/catalogue/availability/classify/classify-das.ts";

function verdictOf(dialect: DasDialect, text: string, name = `maple-bakery.${dialect}`): string {
  const { status, reason } = classifyDas({ text, name, dialect });
  return `${status} ${reason}`;
}

const eu = (status: string) =>
  `% .eu Domain Availability Server 1.0\n%\n%% RC = 0\nDomain: maple-bakery\nStatus: ${status}\n`;
const be = (code: number, status: string) =>
  `RC: ${code}\nDomain: maple-bakery.be\n${status === "" ? "" : `Status: ${status}\n`}`;

test(".eu", () => {
  expect(verdictOf("eu", eu("AVAILABLE"))).toBe("available no_registration_found");
  expect(verdictOf("eu", eu("REGISTERED"))).toBe("taken registered");
  expect(verdictOf("eu", eu("NOT AVAILABLE"))).toBe("taken registered");
  expect(verdictOf("eu", eu("RESERVED"))).toBe("reserved reserved");
  expect(verdictOf("eu", eu("BLOCKED"))).toBe("reserved blocked");
  expect(verdictOf("eu", eu("NOT ALLOWED"))).toBe("invalid invalid_name");
  expect(verdictOf("eu", eu("AVAILABLE").replace("maple-bakery", "other"))).toBe("unknown bad_answer");
  expect(verdictOf("eu", eu("SOMETHING NEW"))).toBe("unknown bad_answer");
});

test(".be", () => {
  expect(verdictOf("be", be(0, "AVAILABLE"))).toBe("available no_registration_found");
  expect(verdictOf("be", be(0, "NOT AVAILABLE"))).toBe("taken registered");
  expect(verdictOf("be", be(0, "QUARANTINE"))).toBe("taken redemption");
  expect(verdictOf("be", be(0, "NOT ALLOWED"))).toBe("invalid invalid_name");
  expect(verdictOf("be", be(-1, ""))).toBe("unknown bad_answer");
  expect(verdictOf("be", be(-2, ""))).toBe("throttled rate_limited");
  expect(verdictOf("be", be(-3, ""))).toBe("throttled refused");
  expect(verdictOf("be", be(-2, "AVAILABLE"))).toBe("throttled rate_limited");
});

test(".be shows an international name in both forms", () => {
  const text = "RC: 0\nDomain: érable.be\nA-label: xn--rable-9ra.be\nStatus: AVAILABLE\n";
  expect(verdictOf("be", text, "xn--rable-9ra.be")).toBe("available no_registration_found");
});

test.each([
  ["1: This domain name can be registered.\n", "available no_registration_found"],
  ["0: This domain name can not be registered.\nReason: This domain name is already registered.\n", "taken registered"],
  ["0: any other words\n", "taken registered"],
  ["0: This domain name is reserved.\n", "reserved reserved"],
  ["-1: Invalid enquiry\n", "invalid invalid_name"],
  ["-95: Access restricted\n", "throttled rate_limited"],
  ["-99: Temporary server error\n", "unknown bad_answer"],
  ["1", "unknown bad_answer"],
  ["", "unknown bad_answer"],
  ["10: unheard of\n", "unknown bad_answer"],
  ["<html>1: free</html>", "unknown bad_answer"],
])(".ch and .li: %s", (text, expected) => {
  expect(verdictOf("ch", text)).toBe(expected);
});

test.each([
  ["two statuses", eu("AVAILABLE\nStatus: NOT AVAILABLE"), "unknown conflict"],
  ["two statuses the other way", eu("NOT AVAILABLE\nStatus: AVAILABLE"), "unknown conflict"],
  [
    "another name's answer after ours",
    `${eu("NOT AVAILABLE")}Domain: other\nStatus: AVAILABLE\n`,
    "unknown bad_answer",
  ],
  ["another name's answer before ours", `Domain: other\nStatus: AVAILABLE\n${eu("AVAILABLE")}`, "unknown bad_answer"],
  ["a refusal after the answer", `${eu("AVAILABLE")}%% RC = -2\n% Too many requests\n`, "throttled rate_limited"],
  ["a block after the answer", `${eu("AVAILABLE")}%% RC = -3\n`, "throttled refused"],
  ["a failure after the answer", `${eu("AVAILABLE")}-1: failed\n`, "unknown bad_answer"],
  ["a refusal in words alone", `${eu("AVAILABLE")}Too many queries, try again later\n`, "throttled rate_limited"],
  ["a refusal in a comment", `% Access denied\n${eu("AVAILABLE")}`, "unknown refused"],
  ["words of a failure", `${eu("AVAILABLE")}% Database error\n`, "unknown unreachable"],
  ["words against it", `${eu("AVAILABLE")}This domain is pending deletion\n`, "unknown conflict"],
  ["name servers", `${eu("AVAILABLE")}ns1.sample-host.example\n`, "unknown conflict"],
  ["no last line end", eu("AVAILABLE").trimEnd(), "unknown bad_answer"],
  ["no last line end after a comment", `${eu("AVAILABLE")}% more`, "unknown bad_answer"],
  ["a status that goes on", eu("AVAILABLE SOON"), "unknown bad_answer"],
  ["more than an answer is", `${eu("AVAILABLE")}${"% more\n".repeat(1200)}`, "unknown bad_answer"],
])("nothing in an answer is passed over: %s", (_what, text, expected) => {
  expect(verdictOf("eu", text)).toBe(expected);
  const asBe = text.replaceAll("Domain: maple-bakery", "Domain: maple-bakery.be").replaceAll("other", "other.be");
  expect(verdictOf("be", asBe)).toBe(expected);
});

test.each([
  ["1: can be registered\n0: can not be registered\n", "unknown conflict"],
  ["0: can not be registered\n1: can be registered\n", "unknown conflict"],
  ["1: can be registered\n-95: limited\n", "throttled rate_limited"],
  ["1: Access is limited: too many requests\n", "throttled rate_limited"],
  ["0: Access is limited: too many requests\n", "throttled rate_limited"],
  ["1: This domain name is already registered.\n", "unknown conflict"],
  ["1: This domain name is reserved.\n", "unknown conflict"],
  ["1: This domain name is in quarantine.\n", "unknown conflict"],
  ["1: This domain name can be registered.", "unknown bad_answer"],
  ["1: This domain name can be registered.\nSee ", "unknown bad_answer"],
])(".ch and .li are read to their end: %j", (text, expected) => {
  expect(verdictOf("ch", text)).toBe(expected);
});

test("an answer cut short proves nothing", () => {
  for (const dialect of ["eu", "be"] as const) {
    const whole = dialect === "eu" ? eu("NOT AVAILABLE") : be(0, "NOT AVAILABLE");
    for (let length = 0; length < whole.length; length += 1) {
      expect(verdictOf(dialect, whole.slice(0, length))).not.toContain("available ");
    }
  }
});
