import { afterEach, describe, expect, test } from "vitest";
import type { Fault } from "../../dev/whmcs/faults.ts";
import { MAX_BODY_BYTES } from "../../durable-objects/billing-host/billing-host-port.ts";
import type { BillingSystem } from "../../shared/billing-contract/billing-system.ts";
import type { RequestLimits } from "../../shared/platform/bounded-request.ts";
import { type AddonAccess, type AddonCall, postToAddon } from "../../workers/billing-whmcs/bridge/bridge.ts";
import { ALL, CALL, COLLEAGUE, EVERYTHING, logLines, OWNER } from "./support/reading.ts";
import { useWhmcs } from "./support/use-whmcs.ts";
import { startWhmcs } from "./support/whmcs-system.ts";

const whmcs = await useWhmcs();
const { simulator } = whmcs;
const { faults, addon } = simulator;
const options = { ...addon.options };
afterEach(() => void Object.assign(addon.options, options));

const unavailable = (retryAfter: number) => ({ ok: false, problem: { code: "billing_unavailable", retryAfter } });

/** Methods that read an account. */
const readings: Record<string, (system: BillingSystem) => Promise<unknown>> = {
  readAccount: (system) => system.readAccount(OWNER),
  listServices: (system) => system.listServices(OWNER, EVERYTHING),
  readService: (system) => system.readService(OWNER, 2001),
  listDomains: (system) => system.listDomains(OWNER, EVERYTHING),
  listInvoices: (system) => system.listInvoices(OWNER, ALL),
  listTickets: (system) => system.listTickets(OWNER, ALL),
  authorize: (system) => system.authorize(OWNER),
  readHolding: (system) => system.readHolding(OWNER),
  readRecipients: (system) => system.readRecipients(OWNER),
};
const fresh = () => whmcs.again().billing;

const access = (): AddonAccess => ({
  base: simulator.url,
  key: simulator.addon.options.key,
  fetch: (request) => fetch(request),
});
const STATUS = { addon: "status", parameters: {} } as const;
const post = (call: AddonCall, limits: RequestLimits) =>
  postToAddon(access(), call, limits, simulator.installation.now());
const within = (deadlineMs: number) => ({ deadlineMs, maxBytes: MAX_BODY_BYTES });

test("a call reaches an installation in a folder", async () => {
  const inFolder = await startWhmcs({ folder: "/clients/billing" });
  const { url } = inFolder.simulator;
  const at = (address: string) => inFolder.again({ WHMCS_URL: address }).billing.readAccount(OWNER);
  for (const end of ["", "/", "//"]) expect(await at(`${url}/clients/billing${end}`)).toMatchObject({ ok: true });
  await inFolder.stop();
});

describe("an error from WHMCS", () => {
  test("about a missing account removes no access as long as the account exists", async () => {
    logLines();
    for (const text of ["Client Not Found", "User is not associated with client", "Invalid client id"]) {
      faults.plan({ kind: "error", text }, { action: "GetClientsDetails" });
      for (const actor of [OWNER, COLLEAGUE]) expect(await fresh().authorize(actor)).toEqual(unavailable(5));
      faults.clear();
    }
    simulator.state.clients = simulator.state.clients.filter(({ id }) => id !== 1001);
    for (const actor of [OWNER, COLLEAGUE])
      expect(await fresh().authorize(actor)).toEqual({ ok: false, problem: { code: "access_lost" } });
  });

  test.each(Object.entries(readings))("that is not listed is treated as a missing response by %s", async (_, read) => {
    const lines = logLines();
    faults.plan({ kind: "error", text: "Domain for Jane Doe (jane@maple.example) is not found 10.0.0.7" });
    const result = await read(fresh());
    expect(result).toEqual(unavailable(5));
    expect(JSON.stringify([result, lines])).not.toMatch(/jane|10\.0\.0\.7/i);
    expect(lines).toContainEqual(
      expect.objectContaining({ reason: "refused", said: "Domain for … … … is not found …" }),
    );
  });
});

describe("a caller that the addon does not admit", () => {
  const notAdmitted: [string, object][] = [
    ["its key", { key: "another" }],
    ["an addon without an administrator", { administrator: null }],
  ];

  test.each(notAdmitted)(
    "because of %s may retry in five minutes, and the operator gets an alert",
    async (_, changed) => {
      const lines = logLines();
      Object.assign(addon.options, changed);
      const system = whmcs.again({ FRONTDESK_BRIDGE_KEY: options.key }).billing;
      for (const read of Object.values(readings)) expect(await read(system)).toEqual(unavailable(300));
      expect(lines).toContainEqual(expect.objectContaining({ event: "billing_not_admitted", call: "ask" }));
      expect(JSON.stringify(lines)).not.toContain(options.key);
    },
  );

  test("does not open the circuit, but makes the health check fail", async () => {
    logLines();
    const system = whmcs.again({ FRONTDESK_BRIDGE_KEY: options.key }).billing;
    addon.options.key = "another";
    for (let call = 0; call < 10; call++) await system.readAccount(OWNER);
    expect(await system.checkHealth(CALL)).toEqual(unavailable(5));
    addon.options.key = options.key;
    expect(await system.readAccount(OWNER)).toMatchObject({ ok: true });
    expect(await system.checkHealth(CALL)).toEqual({ ok: true, value: { isWorkLate: false } });
  });
});

test("an addon at its limit of calls per minute does not open the circuit", async () => {
  logLines();
  const system = fresh();
  addon.options.signedCalls = 0;
  for (let call = 0; call < 6; call++) {
    expect(await system.readAccount(OWNER)).toMatchObject({ ok: false, problem: { code: "billing_unavailable" } });
  }
  Object.assign(addon.options, options);
  expect(await system.readAccount(OWNER)).toMatchObject({ ok: true });
});

describe("an invalid response", () => {
  const pages: [string, Fault][] = [
    ["a warning without a result", { kind: "warning" }],
    ["a page with 200", { kind: "html_200" }],
    ["a page with 500", { kind: "html_500" }],
    ["a page with 403", { kind: "answer", status: 403, body: "<html>blocked</html>" }],
    ["nothing", { kind: "empty" }],
    ["half of a response", { kind: "cut" }],
    ["a broken connection", { kind: "reset" }],
    ["a list", { kind: "answer", status: 200, body: "[]" }],
    ["text", { kind: "answer", status: 200, body: '"success"' }],
    ["an object without a result", { kind: "answer", status: 200, body: "{}" }],
    ["a result of another kind", { kind: "answer", status: 200, body: '{"result":"partial"}' }],
    ["a warning printed before the result", { kind: "answer", status: 200, body: '<br>Notice{"result":"success"}' }],
  ];

  test.each(pages)("such as %s is a failed call, and its text is not logged", async (_, fault) => {
    const lines = logLines();
    faults.plan(fault);
    expect(await fresh().readAccount(OWNER)).toMatchObject({ ok: false, problem: { code: "billing_unavailable" } });
    expect(lines).not.toEqual([]);
    expect(JSON.stringify(lines)).not.toMatch(/Maintenance|Payment Information/);
  });

  test("with status 500 is a failure even if its body reports success", async () => {
    const calls = [{ action: "GetClientsDetails", parameters: {} }];
    const reply = await post({ addon: "ask", parameters: { client: 1001, user: 11, calls } }, within(30_000));
    if (reply.kind !== "answered") throw new Error(`the call ${reply.kind}`);
    logLines();
    for (const status of [200, 500]) {
      faults.plan({ kind: "answer", status, body: reply.body }, { action: "ask", times: 1 });
      expect(await fresh().readAccount(OWNER)).toMatchObject({ ok: status === 200 });
    }
  });

  test.each([
    ["GetClientsProducts", "listServices"],
    ["GetClientsDomains", "listDomains"],
    ["GetInvoices", "listInvoices"],
    ["GetTickets", "listTickets"],
  ])("to %s is not treated as an empty list", async (action, name) => {
    logLines();
    for (const fault of [{ kind: "html_200" }, { kind: "cut" }, { kind: "error", text: "Client Not Found" }] as const) {
      faults.plan(fault, { action });
      const other = fresh();
      expect([fault, await readings[name]?.(other)]).toEqual([fault, unavailable(5)]);
      expect(await other.authorize(OWNER)).toMatchObject({ ok: true });
      faults.clear();
    }
  });

  test("without an end is cut off at the size limit, and other calls continue", async () => {
    const lines = logLines();
    faults.plan({ kind: "endless" }, { times: 1 });
    expect(await post(STATUS, within(30_000))).toMatchObject({ kind: "failed", reason: "too_large" });
    const { billing: other } = whmcs.again();
    for (let tries = 0; tries < 8; tries++) {
      faults.plan({ kind: "endless" }, { action: "GetClientsProducts", times: 1 });
      expect(await other.listServices(OWNER, EVERYTHING)).toEqual(unavailable(5));
    }
    expect(await other.readAccount(OWNER)).toMatchObject({ ok: true });
    expect(new Set(lines.map(({ event }) => event))).toEqual(new Set(["billing_host_failed"]));
  });

  test("that never arrives or stops half-way fails at the deadline", async () => {
    for (const kind of ["never", "stalled"] as const) {
      faults.plan({ kind }, { times: 1 });
      expect(await post(STATUS, within(300))).toMatchObject({ kind: "failed", reason: "timeout" });
    }
  });

  test("that is missing or a redirect causes no call to another URL", async () => {
    logLines();
    const gone = whmcs.again({ WHMCS_URL: "http://127.0.0.1:9" });
    expect(await gone.billing.readAccount(OWNER)).toEqual(unavailable(5));
    for (const status of [301, 302, 303, 307, 308]) {
      const location = `${simulator.url}/elsewhere`;
      faults.plan(
        { kind: "answer", status, headers: { Location: location }, body: '{"result":"success"}' },
        { times: 1 },
      );
      let served = 0;
      simulator.beforehand = () => void served++;
      const reply = await post(STATUS, within(5_000));
      expect([reply, served]).toMatchObject([{ kind: "answered", status }, 1]);
    }
    faults.plan({ kind: "answer", status: 302, headers: { Location: "/" }, body: '{"result":"success"}' });
    expect(await whmcs.again().billing.readAccount(OWNER)).toEqual(unavailable(5));
  });
});
