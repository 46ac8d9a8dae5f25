import { expect, test } from "vitest";
import { classifyWhois } from "../../../workers/catalogue/availability/classify/classify-whois.ts";

const NAME = "maple-bakery.example";

const FREE = "available no_registration_found";
const TAKEN = "taken registered";
const BAD = "unknown bad_answer";
const CONFLICT = "unknown conflict";

function verdictOf(text: string): string {
  const { status, reason } = classifyWhois({ text, name: NAME });
  return `${status} ${reason}`;
}

const withName = (line: string) => verdictOf(`Domain: ${NAME}\n${line}\n`);
const notFound = (lines: string) => verdictOf(`${lines}\n\nNot found\n`);

test.each([
  ["ns1.sample-host.example", TAKEN],
  ["ns1.sample-host.example.", TAKEN],
  ["NS1.Sample-Host.Example (192.0.2.1)", TAKEN],
  ["ns1.sample-host.example, 192.0.2.1", TAKEN],
  ["ns.www.sample.example", TAKEN],
  ["whois.sample.example", BAD],
  ["rdap1.sample.example", BAD],
  ["192.0.2.1", BAD],
  ["none", BAD],
  ["!ns1.sample.example", BAD],
  ["ns1.sample.example!", BAD],
])("the name server %s: %s", (server, expected) => {
  expect(withName(`Name Server: ${server}`)).toBe(expected);
});

test("two lines that are hosts are name servers, one may be anything", () => {
  expect(verdictOf("ns1.sample-host.example\nns2.sample-host.example\n")).toBe(TAKEN);
  expect(verdictOf("ns1.sample-host.example\n")).toBe(BAD);
});

test("an identifier of the registry proves a registration", () => {
  expect(withName("Registry Domain ID: D1-SAMPLE")).toBe(TAKEN);
  expect(withName("Registry Domain ID: none")).toBe(BAD);
});

test.each([
  ["another detail", "Phone: +1.5555550100", TAKEN],
  ["the date of an update", "Updated: 2020-01-01", TAKEN],
  ["an update without a date", "Updated: lately", BAD],
  ["a status that is a date", "Status: 2020-01-01", BAD],
  ["the same detail", "City: Shelbyville", BAD],
  ["a comment", "% Phone: +1.5555550100", BAD],
  ["nothing", "Phone: N/A", BAD],
])("two details and %s", (_what, line, expected) => {
  expect(verdictOf(`Address: 1 Main Street\nCity: Springfield\n${line}\n`)).toBe(expected);
});

test.each([
  ["clientDeleteProhibited https://icann.org/epp#clientDeleteProhibited", TAKEN],
  ["serverHold http://icann.org/epp#serverHold", TAKEN],
  ["Pending - Delete", "taken pending_delete"],
  ["not registered", FREE],
  ["Request denied, client locked", "throttled refused"],
  ["Invalid, not active", "invalid invalid_name"],
  ["Reserved, protected", "reserved reserved"],
  [`${"new ".repeat(50)}registered`, BAD],
])("the status %s is %s", (status, expected) => {
  expect(withName(`Status: ${status}`)).toBe(expected);
});

test("what stands in other fields is no status", () => {
  expect(verdictOf("City: Libre\n")).toBe(BAD);
  expect(notFound("City: Denied")).toBe(FREE);
  expect(notFound("State: Bavaria")).toBe(FREE);
});

test.each([
  ["a short remark with a condition", "Pending deletion may take long ".padEnd(80, "x"), CONFLICT],
  ["a condition", "Pending deletion may take long ".padEnd(81, "x"), FREE],
  ["a long remark", "Pending deletion takes long ".padEnd(81, "x"), CONFLICT],
  ["another server's", "Not authoritative", BAD],
  ["another name's", "No match for other.example", BAD],
  ["a name below a host of that name", "No match for a.whois.example", BAD],
  ["a service's own host", "No match on whois.nic.example", FREE],
  ["a second one", "No match on whois2.nic.example", FREE],
  ["the name at another", `No match for ${NAME} at registry.example`, FREE],
  ["a failure", "Timeout of the query", "unknown timeout"],
])("a negative beside %s", (_what, line, expected) => {
  expect(notFound(line)).toBe(expected);
});
