import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { changeDnsZone } from "../../../../workers/account/operations/change-dns-zone.ts";
import { accountOperations } from "../../../../workers/account/operations/index.ts";
import { readDnsZone } from "../../../../workers/account/operations/read-dns-zone.ts";
import { catalogueOperations } from "../../../../workers/catalogue/operations/index.ts";
import { AccountClient } from "../../../support/account-client.ts";
import { expectAnswer, expectLogged, expectRefused, type Input } from "../../../support/operation-rules.ts";
import { useWorld } from "../../../support/world.ts";

const world = useWorld({ hasServer: true, vars: { account: { ZONE_TOOLS: "true" } } });
let api: AccountClient;
// A connection has 120 requests a minute.
beforeEach(() => {
  api = new AccountClient({ scopes: ["zones:write"] }, () => world.origin);
});
const reading = { ...readDnsZone, tool: "get_dns_zone" };
const changing = { ...changeDnsZone, tool: "change_dns_records" };

const PLACE = { id: 2101, zone: "studio-ana.ca" };
const WWW = { name: "www.studio-ana.ca", type: "CNAME", ttl: 14_400, data: ["studio-ana.ca"] };
let added = 0;
const newRecord = () => ({ name: `a${++added}.studio-ana.ca`, type: "A", ttl: 300, data: [`192.0.2.${added}`] });

afterEach(() => void world.cpanel.faults.splice(0));

const read = async () => (await api.call(reading, PLACE)).body as { revision: string; records: object[] };
/** A change of the zone as it is now. */
const change = async (members: Input) =>
  api.call(changing, { ...PLACE, revision: (await read()).revision, ...members });

test("a zone is read with its service, its records by name, and its revision; as a tool alike", async () => {
  const answer = await expectAnswer(api, reading, PLACE);
  expect(answer).toMatchObject({
    account: { id: 1001 },
    service: { id: 2101, domain: "studio-ana.ca", manage_url: `${world.origin}/client-area/services/2101` },
    zone: "studio-ana.ca",
    revision: expect.stringMatching(/^\d+-[0-9a-f]{64}$/),
    note: null,
  });
  const { records } = answer as { records: { type: string }[] };
  expect(records).toContainEqual(WWW);
  expect(records).toContainEqual({ name: "studio-ana.ca", type: "MX", ttl: 14_400, data: ["0", "studio-ana.ca"] });
  expect(new Set(records.map(({ type }) => type))).toEqual(new Set(["A", "CAA", "CNAME", "MX", "SRV", "TXT"]));
  expect(JSON.stringify(answer)).not.toMatch(/studioana|"server"/);
});

test("another zone of the service's user is read, in Unicode, in capitals and with a final dot too", async () => {
  for (const zone of ["studio-ana.com", "STUDIO-ANA.com.", "ｓtudio-ana.com"]) {
    expect((await api.call(reading, { ...PLACE, zone })).body).toMatchObject({ zone: "studio-ana.com" });
  }
});

test("records are removed and added together, answered with the new revision, logged, and counted as a setting", async () => {
  const record = { ...WWW, type: "A", data: ["192.0.2.200"] };
  const before = await read();
  const changed = await api.call(changing, { ...PLACE, revision: before.revision, remove: [WWW], add: [record] });
  expect(changed.status, JSON.stringify(changed.body)).toBe(200);
  expect(Object.keys(changed.body)).toEqual(Object.keys(changing.output.shape));
  const after = await read();
  expect(changed.body).toMatchObject({
    ...{ account: { id: 1001 }, zone: "studio-ana.ca", removed: [WWW], added: [record], revision: after.revision },
    note: expect.stringContaining("The account's owner is told by e-mail."),
  });
  expect(after.revision).not.toBe(before.revision);
  expect(after.records).toContainEqual(record);
  expect(after.records).not.toContainEqual(WWW);
  expect(changed.headers.get("RateLimit-Policy")).toContain('"settings";q=60;w=3600');
  expect(changed.headers.get("RateLimit")).toContain('"settings";r=59');
  const logged = { operation: "changeDnsZone", target: "zone:2101/studio-ana.ca", status: 200, outcome: "succeeded" };
  await expectLogged(api, changed.headers, logged);
});

test("the owner is mailed what was removed, what was added, and how to change it back", async () => {
  const [old, other] = [newRecord(), newRecord()];
  expect((await change({ add: [old] })).status).toBe(200);
  const through = { limit: "domain:studio-ana.ca" };
  const revision = (await read()).revision;
  const { status } = await api.call(changing, { ...PLACE, revision, remove: [old], add: [other] }, through);
  expect(status).toBe(200);
  const mails = await world.mailsTo("owner@maple.example", 2);
  const mail = mails.findLast(({ subject }) => subject === "DNS records of studio-ana.ca were changed");
  expect(mail?.text).toContain(
    `Removed:\n- ${old.name} 300 A ${old.data}\n\nAdded:\n- ${other.name} 300 A ${other.data}\n`,
  );
  expect(mail?.text.replace(/\s+/g, " ")).toContain(
    "To change it back, remove what was added and add what was removed",
  );
});

test("with the switch the account has two tools more, and its description names them", async () => {
  const listed = await api.post({ jsonrpc: "2.0", id: 1, method: "tools/list" });
  const { result } = (await listed.json()) as { result: { tools: { name: string; annotations: object }[] } };
  const tools = result.tools.filter(({ name }) => /dns/.test(name));
  const published = [...catalogueOperations, ...accountOperations].flatMap(({ tool }) => tool ?? []);
  expect(result.tools).toHaveLength(published.length + 2);
  expect(tools.map(({ name }) => name)).toEqual(["get_dns_zone", "change_dns_records"]);
  expect(tools.map(({ annotations }) => annotations)).toMatchObject([
    { readOnlyHint: true, destructiveHint: false },
    { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: true },
  ]);
  const described = JSON.stringify(await api.read("/account/openapi.json", null));
  for (const { name } of tools) expect(described).toContain(`"x-mcp-tool":"${name}"`);
});

test("the zone's address takes GET and PATCH alone, and says so", async () => {
  const path = "/account/services/2101/dns-zones/studio-ana.ca";
  const put = await api.request(path, {}, { method: "PUT" });
  expect([put.status, put.headers.get("Allow")]).toEqual([405, "GET, HEAD, PATCH, OPTIONS"]);
  const preflight = await api.request(path, null, { method: "OPTIONS" });
  expect(preflight.headers.get("Access-Control-Allow-Methods")).toContain("PATCH");
});

test("as a tool a change does the same", async () => {
  const record = newRecord();
  const { revision } = await read();
  const { value, isError } = await api.tool(changing, { ...PLACE, revision, add: [record] });
  expect([isError, value.added]).toEqual([false, [record]]);
  expect((await read()).records).toContainEqual(record);
});

describe("a revision", () => {
  test("that is not the zone's any more is zone_changed, without the present one", async () => {
    const { revision } = await read();
    expect((await change({ add: [newRecord()] })).status).toBe(200);
    const present = (await read()).revision;
    for (const stale of [revision, "made-up", `0-${"0".repeat(64)}`]) {
      const input = { ...PLACE, revision: stale, add: [newRecord()] };
      await expectRefused(api, changing, input, { status: 409, code: "zone_changed", retryable: false });
      expect(JSON.stringify((await api.call(changing, input)).body)).not.toContain(present);
    }
    expect((await read()).revision).toBe(present);
  });

  test("is required, and refusals that nothing was sent for count no setting", async () => {
    const left = async () => /"settings";r=(\d+)/.exec((await change({})).headers.get("RateLimit") ?? "")?.[1];
    const before = await left();
    const missing = { status: 400, code: "invalid_body", errors: [{ pointer: "/revision" }] };
    await expectRefused(api, changing, { ...PLACE, add: [newRecord()] }, missing);
    await expectRefused(api, changing, { ...PLACE, revision: "", add: [newRecord()] }, missing);
    expect(await left()).toBe(before);
  });

  test("of a zone edited by hand with its old serial is stale", async () => {
    const { revision } = await read();
    world.cpanel.editByHand("studio-ana.ca", (text) => `${text}\nby-hand\t300\tIN\tA\t192.0.2.99`);
    const input = { ...PLACE, revision, add: [newRecord()] };
    await expectRefused(api, changing, input, { status: 409, code: "zone_changed" });
  });

  test("lets one of several changes at once through, and tells each other one zone_changed", async () => {
    const { revision } = await read();
    const records = Array.from({ length: 4 }, newRecord);
    const answers = await Promise.all(
      records.map((record) => api.call(changing, { ...PLACE, revision, add: [record] })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409]);
    const { records: present } = await read();
    expect(
      records.filter((record) => present.some((one) => JSON.stringify(one) === JSON.stringify(record))),
    ).toHaveLength(1);
  });
});

describe("a body", () => {
  const record = { name: "www2.studio-ana.ca", type: "A", ttl: 300, data: ["192.0.2.1"] };
  test.each<[string, Input, string]>([
    ["an address that is none", { add: [{ ...record, data: ["192.0.2.256"] }] }, "/add/0/data/0"],
    ["a name outside the zone", { add: [{ ...record, name: "www.ana.dev" }] }, "/add/0/name"],
    ["a name that only ends like the zone", { add: [{ ...record, name: "evilstudio-ana.ca" }] }, "/add/0/name"],
    ["the apex as @", { add: [{ ...record, name: "@" }] }, "/add/0/name"],
    ["the apex with a final dot", { add: [{ ...record, name: "studio-ana.ca." }] }, "/add/0/name"],
    [
      "an alias at the apex",
      { add: [{ ...record, name: "studio-ana.ca", type: "CNAME", data: ["a.example"] }] },
      "/add/0/name",
    ],
    ["nameservers", { add: [{ ...record, type: "NS", data: ["ns1.evil.example"] }] }, "/add/0/type"],
    ["SOA", { remove: [{ ...record, type: "SOA" }] }, "/remove/0/type"],
    ["10,000 characters", { add: [{ ...record, type: "TXT", data: ["x".repeat(10_000)] }] }, "/add/0/data/0"],
    ["51 changes", { add: Array.from({ length: 51 }, (_, n) => ({ ...record, name: `n${n}.studio-ana.ca` })) }, "/add"],
    ["no change", {}, ""],
    ["a record with a member nobody knows", { add: [{ ...record, proxied: true }] }, "/add/0/proxied"],
    ["a TTL that is no number", { add: [{ ...record, ttl: "300" }] }, "/add/0/ttl"],
    ["what is not there to be removed", { remove: [record] }, "/remove/0"],
    ["what stands beside an alias", { add: [{ ...WWW, name: "mail.studio-ana.ca" }] }, "/add/0"],
  ])("with %s is invalid_body, and changes nothing", async (_, members, pointer) => {
    const before = await read();
    const answer = await change(members);
    expect([answer.status, answer.body.code]).toEqual([400, "invalid_body"]);
    expect((answer.body.errors as { pointer: string }[])[0]?.pointer).toBe(pointer);
    expect(await read()).toEqual(before);
  });

  test("the apex by its full name, and text with what servers and shells stumble over, are taken as they are", async () => {
    const data = ['v=1; a="b" \\ 100% +plus & é ; @ $TTL'];
    const record = { name: "studio-ana.ca", type: "TXT", ttl: 14_400, data };
    const { body, status } = await change({ add: [record] });
    expect(status, JSON.stringify(body)).toBe(200);
    expect((await read()).records).toContainEqual(record);
  });
});

describe("a server", () => {
  test.each([
    ["of a service that nobody has connected", { id: 2102, zone: "shop.studio-ana.ca" }, 409, "not_bridged"],
    ["of a service that is on none", { id: 2105, zone: "build.ana.dev" }, 409, "not_bridged"],
    ["of a service that has ended", { id: 2108, zone: "studio-ana.com" }, 409, "not_bridged"],
    ["without the zone", { id: 2101, zone: "ana.dev" }, 404, "not_found"],
    ["that has the zone for another user", { id: 2101, zone: "ana-europe.fr" }, 404, "not_found"],
    ["asked for the zone above", { id: 2101, zone: "co.ca" }, 404, "not_found"],
    ["asked for what is in the zone", { id: 2101, zone: "www.studio-ana.ca" }, 404, "not_found"],
    ["asked for a name that looks alike", { id: 2101, zone: "studiо-ana.ca" }, 404, "not_found"],
    ["asked for no name", { id: 2101, zone: "..%2f" }, 404, "not_found"],
  ])("%s answers %o with %i %s, to a reading and to a change", async (_, place, status, code) => {
    const record = { name: place.zone, type: "A", ttl: 300, data: ["192.0.2.1"] };
    await expectRefused(api, { ...reading, tool: "" }, place, { status, code });
    const change = { ...place, revision: "made-up", add: [record] };
    await expectRefused(api, { ...changing, tool: "" }, change, { status, code });
  });

  test.each(["unauthorized", "html", "html_500", "redirect", "half", "cut", "reset"] as const)(
    "that answers a reading so (%s) is server_unavailable or refused, and says nothing of its own",
    async (kind) => {
      world.cpanel.faults.push({ fault: { kind } });
      const { status, body, headers } = await api.call(reading, PLACE);
      expect([status, body.code]).toEqual([503, "server_unavailable"]);
      expect(headers.get("Retry-After")).toBe(String(body.retry_after));
      expect(JSON.stringify(body)).not.toMatch(/SECRET|cpanel/i);
    },
  );

  test("that breaks before a change leaves the zone as it is, and the same request is done then", async () => {
    const { revision } = await read();
    const input = { ...PLACE, revision, add: [newRecord()] };
    world.cpanel.faults.push({ fault: { kind: "reset" }, of: "DNS::mass_edit_zone" });
    await expectRefusedOnce(input);
    expect((await read()).revision).toBe(revision);
    expect((await api.call(changing, input)).status).toBe(200);
  });

  test("whose answer is lost after the effect: repeating is zone_changed, reading shows that it is done", async () => {
    const record = newRecord();
    const input = { ...PLACE, revision: (await read()).revision, add: [record] };
    world.cpanel.faults.push({ fault: { kind: "lost" }, of: "DNS::mass_edit_zone" });
    await expectRefusedOnce(input);
    await expectRefused(api, changing, input, { status: 409, code: "zone_changed" });
    expect((await read()).records).toContainEqual(record);
  });

  async function expectRefusedOnce(input: Input): Promise<void> {
    const { status, body, headers } = await api.call(changing, input);
    expect([status, body.code, body.retryable]).toEqual([503, "server_unavailable", true]);
    expect(body.detail).toContain("not known whether the change was made");
    await expectUnanswered(headers);
  }

  /** In the log as one that failed. */
  async function expectUnanswered(headers: Headers): Promise<void> {
    const { entries } = await api.read<{ entries: Record<string, unknown>[] }>("/account/audit?limit=5");
    const entry = entries.find(({ request_id }) => request_id === headers.get("X-Request-Id"));
    expect(entry).toMatchObject({ outcome: "failed", status: 503, code: "server_unavailable" });
  }
});

test("a suspended service's zone is read and not changed", async () => {
  await world.billing.prepare("UPDATE services SET status = 'suspended' WHERE id = 2101").run();
  try {
    expect((await api.call(reading, PLACE)).status).toBe(200);
    const input = { ...PLACE, revision: (await read()).revision, add: [newRecord()] };
    await expectRefused(api, changing, input, { status: 409, code: "not_allowed" });
  } finally {
    await world.billing.prepare("UPDATE services SET status = 'active' WHERE id = 2101").run();
  }
});
