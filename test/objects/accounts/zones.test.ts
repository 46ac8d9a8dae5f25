import { afterEach, beforeEach, expect, test } from "vitest";
import { TIMING } from "../../../durable-objects/account/journal/journal.ts";
import { MAX_WAIT_MS } from "../../../durable-objects/zone-writer/zone-changes.ts";
import type { ZoneRecord } from "../../../shared/zones-contract/zone-system.ts";
import { ZONES_DEADLINE_MS } from "../../../workers/account/zones/service-zones.ts";
import { READ_BACK_DEADLINE_MS } from "../../../workers/account/zones/zone-change.ts";
import { CHANGE_MS, READ_MS } from "../../../workers/zones/servers/http-call.ts";
import { act, audit, bodyOf, eachWithNewAccount, fetchAccount } from "../support/account-api.ts";
import { control, FULL_STANDING } from "../support/account-world.ts";
import type { TestGrant } from "../support/acting-application.ts";
import { script } from "../support/scripted-billing.ts";
import { resetZones, zoneScript } from "../support/scripted-zones.ts";

eachWithNewAccount();
beforeEach(() => resetZones());
afterEach(() => {
  control.standing = FULL_STANDING;
});

const PATH = "/account/services/2101/dns-zones/studio-ana.ca";
const RECORD: ZoneRecord = { name: "a.studio-ana.ca", type: "A", ttl: 300, data: ["192.0.2.1"] };

async function change(revision = "1", own: TestGrant = {}) {
  const response = await act(PATH, { revision, add: [RECORD] }, { method: "PATCH", own });
  const left = /"settings";r=(\d+)/.exec(response.headers.get("RateLimit") ?? "")?.[1];
  return { status: response.status, body: await bodyOf(response), left: Number(left) };
}

test("a change runs once on the server as the service's user, and the owner gets an e-mail about it", async () => {
  expect(await change()).toMatchObject({
    status: 200,
    left: 59,
    body: { revision: "2", added: [RECORD], removed: [] },
  });
  const place = { server: "1", user: "studioana", zone: "studio-ana.ca" };
  expect(zoneScript.changes).toEqual([expect.objectContaining({ ...place, revision: "1", add: [RECORD], remove: [] })]);
  expect(script.notices).toEqual([{ serviceId: 2101, zone: "studio-ana.ca", added: [RECORD], removed: [] }]);
  expect(await audit("changeDnsZone")).toMatchObject([
    { target: "zone:2101/studio-ana.ca", outcome: "succeeded", status: 200 },
  ]);
});

test("a change whose response is lost gets server_unavailable, and its repeat gets zone_changed", async () => {
  zoneScript.losesAnswer = true;
  expect(await change()).toMatchObject({
    status: 503,
    left: 59,
    body: { code: "server_unavailable", retryable: true },
  });
  zoneScript.losesAnswer = false;
  expect(await change()).toMatchObject({ status: 409, left: 59, body: { code: "zone_changed" } });
  expect(zoneScript.revision).toBe(2);
  expect((await audit("changeDnsZone")).map(({ outcome, code }) => [outcome, code])).toEqual([
    ["refused", "zone_changed"],
    ["failed", "server_unavailable"],
  ]);
});

test("the owner gets one e-mail about a change that took effect although its response was lost", async () => {
  zoneScript.losesAnswer = true;
  expect((await change()).status).toBe(503);
  const notice = { serviceId: 2101, zone: "studio-ana.ca", added: [RECORD], removed: [] };
  expect(script.notices).toEqual([notice]);
  zoneScript.losesAnswer = false;
  expect((await change()).body.code).toBe("zone_changed");
  expect(script.notices).toEqual([notice]);
});

test.each([true, false])(
  "the owner gets no e-mail about a change that did not take effect (sent: %s)",
  async (isSent) => {
    resetZones({ problem: { code: "server_unavailable", retryAfter: 5, isSent }, revision: 2 });
    const { body } = await change();
    expect(String(body.detail).includes("not known whether")).toBe(isSent);
    // Simulates another program that added the record.
    if (!isSent) zoneScript.records = [RECORD];
    expect((await change()).status).toBe(503);
    expect(script.notices).toEqual([]);
  },
);

test("the account waits longer than the slowest change on a server and the read after it can take", () => {
  const longest = MAX_WAIT_MS + CHANGE_MS + 2 * READ_MS;
  expect([longest, CHANGE_MS + 3 * READ_MS].filter((taken) => taken >= ZONES_DEADLINE_MS)).toEqual([]);
  expect(ZONES_DEADLINE_MS + READ_BACK_DEADLINE_MS).toBeLessThan(TIMING.answerTimeoutMs);
});

test.each([
  [{ code: "not_bridged" }, 409, 60],
  [{ code: "not_found" }, 404, 60],
  [{ code: "zone_changed" }, 409, 60],
  [{ code: "refused", reason: { en: "No room.", fr: "Pas de place." } }, 409, 59],
  [{ code: "server_unavailable", retryAfter: 100_000 }, 503, 59],
  [{ code: "invalid_body", refused: [{ pointer: "/add/0", message: { en: "No.", fr: "Non." } }] }, 400, 60],
] as const)(
  "a refusal from the zone server becomes the problem, and the change counts towards the limit if it was refused or may have taken effect: %j",
  async (problem, status, left) => {
    zoneScript.problem = problem as never;
    const answer = await change();
    expect(answer).toMatchObject({ status, left, body: { code: problem.code } });
    if (status === 503) expect(answer.body.retry_after).toBe(300);
    expect(script.notices).toEqual([]);
  },
);

test("no change is sent if the billing system accepts none or the connection was restricted", async () => {
  script.acts = false;
  const elsewhere = { type: "use_client_area", url: expect.any(String) };
  expect((await change()).body).toMatchObject({ code: "not_offered", action_required: elsewhere });
  script.acts = true;
  control.standing = { ...FULL_STANDING, scopes: ["account:read", "domains:write"] };
  expect((await change("1", { admittedAgo: 1_000 })).body.code).toBe("insufficient_scope");
  expect(zoneScript.changes).toEqual([]);
});

test("a zone is read as the service's user", async () => {
  const response = await fetchAccount(PATH);
  expect(await bodyOf(response)).toMatchObject({ zone: "studio-ana.ca", revision: "1", service: { id: 2101 } });
});
