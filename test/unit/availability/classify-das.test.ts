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

const FREE = "available no_registration_found";
const BAD = "unknown bad_answer";

test.each([
  ["AVAILABLE", FREE],
  ["REGISTERED", "taken registered"],
  ["NOT AVAILABLE", "taken registered"],
  ["RESERVED", "reserved reserved"],
  ["BLOCKED", "reserved blocked"],
  ["NOT ALLOWED", "invalid invalid_name"],
  ["SOMETHING NEW", BAD],
])(".eu: %s is %s", (status, expected) => {
  expect(verdictOf("eu", eu(status))).toBe(expected);
  expect(verdictOf("eu", eu(status).replace("maple-bakery", "other")), "of another name").toBe(BAD);
});

test.each([
  [0, "AVAILABLE", FREE],
  [0, "NOT AVAILABLE", "taken registered"],
  [0, "QUARANTINE", "taken redemption"],
  [0, "NOT ALLOWED", "invalid invalid_name"],
  [0, "", BAD],
  [-1, "", BAD],
  [-20, "", BAD],
  [-2, "", "throttled rate_limited"],
  [-3, "", "throttled refused"],
  [-2, "AVAILABLE", "throttled rate_limited"],
])(".be: %i %s is %s", (code, status, expected) => expect(verdictOf("be", be(code, status))).toBe(expected));

test(".be shows an international name in both forms", () => {
  const text = "RC: 0\nDomain: érable.be\nA-label: xn--rable-9ra.be\nStatus: AVAILABLE\n";
  expect(verdictOf("be", text, "xn--rable-9ra.be")).toBe(FREE);
});

test.each([
  ["1: This domain name can be registered.\n", FREE],
  ["0: This domain name can not be registered.\nReason: This domain name is already registered.\n", "taken registered"],
  ["0: any other words\n", "taken registered"],
  ["0: This domain name is reserved.\n", "reserved reserved"],
  ["0: This domain name is not allowed by the policy of this registry.\n", "reserved reserved"],
  ["-1: Invalid enquiry\n", "invalid invalid_name"],
  ["-95: Access restricted\n", "throttled rate_limited"],
  ["-99: Temporary server error\n", BAD],
  ["1", BAD],
  ["", BAD],
  ["10: unheard of\n", BAD],
  ["<html>1: free</html>", BAD],
])(".ch and .li: %s", (text, expected) => {
  expect(verdictOf("ch", text)).toBe(expected);
});

test.each([
  ["two statuses", eu("AVAILABLE\nStatus: NOT AVAILABLE"), "unknown conflict"],
  ["another name's answer after ours", `${eu("NOT AVAILABLE")}Domain: other\nStatus: AVAILABLE\n`, BAD],
  ["a refusal after the answer", `${eu("AVAILABLE")}%% RC = -2\n% Too many requests\n`, "throttled rate_limited"],
  ["a block after the answer", `${eu("AVAILABLE")}%% RC = -3\n`, "throttled refused"],
  ["a refusal in words alone", `${eu("AVAILABLE")}Too many queries, try again later\n`, "throttled rate_limited"],
  ["a refusal in a comment", `% Access denied\n${eu("AVAILABLE")}`, "unknown refused"],
  ["words of a failure", `${eu("AVAILABLE")}% Database error\n`, "unknown unreachable"],
  ["words against it", `${eu("AVAILABLE")}This domain is pending deletion\n`, "unknown conflict"],
  ["name servers", `${eu("AVAILABLE")}ns1.sample-host.example\n`, "unknown conflict"],
  ["no last line end", eu("AVAILABLE").trimEnd(), BAD],
  ["a status that goes on", eu("AVAILABLE SOON"), BAD],
  ["more than an answer is", `${eu("AVAILABLE")}${"% more\n".repeat(1200)}`, BAD],
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
  ["1: This domain name can be registered.", BAD],
  ["1: This domain name can be registered.\nSee ", BAD],
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

test.each([
  ["a code within a line", `${eu("AVAILABLE")}About RC: -2\n`, FREE],
  ["a number within a line", `${eu("NOT AVAILABLE")}see -1: failed\n`, "taken registered"],
  ["a name within a line", `${eu("NOT AVAILABLE")}Other Domain: x\n`, "taken registered"],
  ["a status within a line", `${eu("NOT AVAILABLE")}Old Status: AVAILABLE\n`, "taken registered"],
  ["a name after more spaces", eu("NOT AVAILABLE").replace("Domain: ", "Domain:\t  "), "taken registered"],
  ["a name of a line that is indented", `${eu("NOT AVAILABLE")} Domain: x\n`, BAD],
  ["a status of a line that is indented", `${eu("NOT AVAILABLE")} Status: AVAILABLE\n`, "unknown conflict"],
  ["a number of a line that is indented", `${eu("NOT AVAILABLE")} -12: failed\n`, BAD],
  ["a number before a space", `${eu("NOT AVAILABLE")}-1 : failed\n`, BAD],
  ["a code after more spaces", `${eu("NOT AVAILABLE")}RC:  -2\n`, "throttled rate_limited"],
  ["a code above nought", `${eu("NOT AVAILABLE")}RC: 12\n`, BAD],
  ["no name", eu("NOT AVAILABLE").replace("Domain: maple-bakery\n", ""), BAD],
  ["words that withhold it", `${eu("AVAILABLE")}This domain is reserved\n`, "unknown conflict"],
  ["words that withhold any name", `${eu("AVAILABLE")}Reserved name\n`, "unknown conflict"],
  ["a registration without a last line end", eu("REGISTERED").trimEnd(), "taken registered"],
])("only lines of their own form have a code, a name and a status: %s", (_what, text, expected) => {
  expect(verdictOf("eu", text)).toBe(expected);
});

test("an answer is 8 KiB long at most", () => {
  const padded = (length: number) => `${eu("AVAILABLE")}${"% more\n".repeat(2_000)}`.slice(0, length - 1);
  expect(verdictOf("eu", `${padded(8_192)}\n`)).toBe(FREE);
  expect(verdictOf("eu", `${padded(8_193)}\n`)).toBe(BAD);
});

test.each([
  ["see 1: can be registered\n", BAD],
  ["Note\n1: can be registered\n", BAD],
  [`${"\n".repeat(9)}1: can be registered\n`, FREE],
  ["1:already registered\n", "unknown conflict"],
  ["1: Reserved name\n", "unknown conflict"],
  ["  1: can be registered\n", FREE],
  ["1: Database error\n", "unknown unreachable"],
  ["0: Database error\n", "unknown unreachable"],
])(".ch and .li begin with their code: %j", (text, expected) => {
  expect(verdictOf("ch", text)).toBe(expected);
});
