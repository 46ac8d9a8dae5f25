import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ANA, useCpanel } from "./support/cpanel-world.ts";

const world = useCpanel();
beforeEach(() => {
  for (const level of ["warn", "error"] as const) vi.spyOn(console, level).mockImplementation(() => {});
});
afterEach(() => void vi.restoreAllMocks());

const base64 = (text: string) => Buffer.from(text).toString("base64");
const SOA = {
  type: "record",
  line_index: "3",
  record_type: "SOA",
  ttl: "86400",
  dname_b64: base64("studio-ana.ca."),
  data_b64: ["ns1.maple.example.", "hostmaster.maple.example.", "2026102301", "3600", "1800", "1209600", "86400"].map(
    base64,
  ),
};
const LINES = [
  { type: "comment", line_index: 0, text_b64: base64("; Zone file") },
  SOA,
  { ...SOA, line_index: 9, record_type: "A", ttl: 300, dname_b64: base64("www"), data_b64: [base64("192.0.2.1")] },
];
const uapi = (data: unknown) => ({ status: 1, data, errors: null, messages: null, warnings: null, metadata: {} });
const whm = (function_: unknown, result: unknown = 1, reason = "OK") => ({
  metadata: { command: "uapi_cpanel", version: 1, result, reason },
  ...(function_ !== undefined && { data: { uapi: function_ } }),
});

async function answered(body: unknown) {
  world.cpanel.faults.push({ fault: { kind: "answer", body } });
  const read = await world.zones.readZone(ANA);
  return read.ok ? read.value.records : read.problem;
}

const WWW = [{ name: "www.studio-ana.ca", type: "A", ttl: 300, data: ["192.0.2.1"] }];
const DOWN = { code: "server_unavailable", retryAfter: 10 };
const NOT_ADMITTED = { code: "server_unavailable", retryAfter: 300 };
const NOT_BRIDGED = { code: "not_bridged" };
const NOT_FOUND = { code: "not_found" };

test.each<[string, unknown, unknown]>([
  ["with numbers as numbers and as text", whm(uapi(LINES)), WWW],
  ["with the result nested in the function's envelope", whm({ apiversion: 3, result: uapi(LINES) }), WWW],
  ["with text for success", whm({ ...uapi(LINES), status: "1" }, "1"), WWW],
  ["in another order of lines", whm(uapi(LINES.toReversed())), WWW],
  ["without lines", whm(uapi([])), DOWN],
  ["without a serial", whm(uapi(LINES.filter((line) => line !== SOA))), DOWN],
  ["with a line of an unknown kind", whm(uapi([...LINES, { type: "other", line_index: 12 }])), DOWN],
  ["with a field that is not base64", whm(uapi([...LINES, { ...SOA, dname_b64: "*" }])), DOWN],
  ["without the function's part", whm(undefined), DOWN],
  ["from WHM that is invalid", { cpanelresult: { error: "x" } }, DOWN],
  ["that is a list", [], DOWN],
  [
    "about a token without the permission",
    whm(undefined, 0, "Permission denied: you do not have the “cpanel-api” privilege"),
    NOT_ADMITTED,
  ],
  ["about refused access", whm(undefined, 0, "Access denied"), NOT_ADMITTED],
  ["about an unknown user", whm(undefined, 0, "The user “studioana” does not exist."), NOT_BRIDGED],
  [
    "about another reseller's user",
    whm(undefined, 0, "You do not have access to an account named “studioana”."),
    NOT_BRIDGED,
  ],
  ["about an error in WHM", whm(undefined, 0, "Out of memory"), DOWN],
  [
    "about a foreign zone",
    whm({ ...uapi(null), status: 0, errors: ["You do not control a DNS zone named studio-ana.ca."] }),
    NOT_FOUND,
  ],
  [
    "about a server without the role",
    whm({ ...uapi(null), status: 0, errors: ["The DNS role is disabled."] }),
    NOT_BRIDGED,
  ],
  [
    "about a user without the zone editor",
    whm({ ...uapi(null), status: 0, errors: ["You do not have the feature “zoneedit”."] }),
    NOT_BRIDGED,
  ],
])("a response from WHM is classified: %s", async (_, body, read) => {
  expect(await answered(body)).toEqual(read);
});
