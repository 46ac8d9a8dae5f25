import { spawnSync } from "node:child_process";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import * as z from "zod";
import type { BillingSystem } from "../../shared/billing-contract/billing-system.ts";
import type { EndSignIn } from "../../shared/billing-contract/sign-in.ts";
import { Bridge } from "../../workers/billing-whmcs/bridge/bridge.ts";
import { type AddonServer, isInstalled } from "./support/addon-server.ts";
import { directHost } from "./support/direct-host.ts";
import { CALL, logLines } from "./support/reading.ts";
import { end } from "./support/sign-in.ts";
import { describeUnderPhp } from "./support/use-addon.ts";
import { RETURN_TO, startWhmcs } from "./support/whmcs-system.ts";

const ADDON = "addons/whmcs";
const BRIDGE = "/modules/addons/frontdesk/bridge.php";
const OWNER = { outcome: "signed_in", login: { id: 11, email: "owner@maple.example", language: "en" } };
const EXPIRED = { outcome: "expired" };

const hasPhp = isInstalled("php");
const hasPhpUnit = hasPhp && isInstalled("phpunit");
const named = (name: string, isThere: boolean, what: string) => (isThere ? name : `${name} (${what} is not installed)`);

test.skipIf(!hasPhpUnit)(named("the addon's own tests pass", hasPhpUnit, "phpunit"), () => {
  const { status, stdout } = spawnSync("phpunit", ["--configuration", `${ADDON}/phpunit.xml`], {
    encoding: "utf8",
    timeout: 60_000,
  });
  expect({ status, stdout }).toMatchObject({ status: 0 });
});

describeUnderPhp("the addon under PHP", (addonOf) => {
  const all: Record<string, unknown>[] = [];
  let lines: typeof all;
  let addon: AddonServer;
  let whmcs: Awaited<ReturnType<typeof startWhmcs>>;
  let billing: BillingSystem;
  let key: string;

  beforeAll(async () => {
    addon = addonOf();
    whmcs = await startWhmcs();
    await adoptKey();
  });
  afterAll(() => whmcs.stop());
  beforeEach(() => {
    lines = logLines();
  });
  afterEach(() => void all.push(...lines));

  /** Uses the key that the addon has created, as the operator does. */
  async function adoptKey(): Promise<void> {
    key = await addon.key();
    const settings = { WHMCS_URL: addon.url, FRONTDESK_BRIDGE_KEY: key };
    ({ billing } = whmcs.again(settings));
  }

  async function begin(): Promise<{ address: string; state: string }> {
    const begun = await billing.beginSignIn(CALL, { returnTo: RETURN_TO, language: "en" });
    if (!begun.ok) throw new Error("the sign-in does not begin");
    return begun.value;
  }

  /** Returns to Frontdesk with a browser that is signed in to WHMCS. */
  async function comeBack(cookie = "user=11"): Promise<EndSignIn> {
    const { address, state } = await begin();
    const location = (await addon.page(address, cookie)).headers.get("Location");
    return { state, returned: Object.fromEntries(new URL(location ?? "").searchParams), returnTo: RETURN_TO };
  }

  const status = () =>
    new Bridge(directHost({ base: addon.url, key, fetch })).call("status", {}, z.unknown(), {
      requestId: undefined,
    });

  test("activation creates and encrypts the key, and the addon accepts signed calls", async () => {
    expect(key).toMatch(/^[0-9a-f]{64}$/);
    expect(JSON.stringify(addon.state)).not.toContain(key);
    expect(await status()).toMatchObject({ version: 1, whmcs: "8.13.1" });
  });

  test("a user who is signed in to WHMCS returns and is signed in to Frontdesk", async () => {
    const { address, state } = await begin();
    const answer = await addon.page(address, "user=11");
    expect(answer.status).toBe(303);
    expect(answer.headers.get("Cache-Control")).toBe("no-store");
    expect(answer.headers.get("Referrer-Policy")).toBe("no-referrer");
    const location = new URL(answer.headers.get("Location") ?? "");
    expect(location.origin + location.pathname).toBe(RETURN_TO);
    const returned = Object.fromEntries(location.searchParams);
    expect(JSON.stringify(addon.state)).not.toContain(returned.code);
    expect(await end(billing, { state, returned, returnTo: RETURN_TO })).toEqual(OWNER);
  });

  test("only one of several simultaneous calls can use a code", async () => {
    const back = await comeBack();
    const ended = await Promise.all(Array.from({ length: 8 }, () => end(billing, back)));
    expect(ended.filter((one) => JSON.stringify(one) === JSON.stringify(OWNER))).toHaveLength(1);
    expect(ended.filter((one) => JSON.stringify(one) === JSON.stringify(EXPIRED))).toHaveLength(7);
  });

  test.each([
    ["a guest", ""],
    ["an administrator who is signed in as a customer", "user=11; admin=1"],
  ])("%s gets no code", async (_, cookie) => {
    const { address } = await begin();
    const answer = await addon.page(address, cookie);
    expect([answer.status, answer.headers.get("Location")]).toEqual([200, null]);
    expect(await answer.json()).toMatchObject({
      requirelogin: true,
      templatefile: "refused",
      vars: { text: expect.any(String) },
    });
  });

  test("a deleted user cannot sign in, and a call that finds an unreadable table fails", async () => {
    const [one, other] = [await comeBack(), await comeBack("user=12")];
    const { users, tables } = addon.state;
    addon.change((state) => {
      state.users = state.users.filter(({ id }) => id !== 11);
    });
    expect(await end(billing, one)).toEqual({ outcome: "refused", reason: "not_accepted" });
    addon.change((state) => void delete state.tables.tblusers_clients);
    expect(await end(billing, other)).toBe(5);
    expect(lines).toMatchObject([{ event: "billing_host_failed", call: "exchange", status: 500 }]);
    expect(addon.state.log).toContain("Frontdesk: a call failed (RuntimeException)");
    addon.change((state) =>
      Object.assign(state, { users, tables: { ...state.tables, tblusers_clients: tables.tblusers_clients } }),
    );
  });

  test.each<[string, RequestInit, number]>([
    ["without a signature", { method: "POST", body: '{"call":"status"}' }, 401],
    ["with GET", {}, 405],
    ["of more than 256 KiB", { method: "POST", body: "x".repeat(262_145) }, 413],
  ])("a call %s gets a JSON response without the output of other modules", async (_, init, wanted) => {
    const answer = await fetch(addon.url + BRIDGE, init);
    expect([answer.status, answer.headers.get("Content-Type")]).toEqual([wanted, "application/json"]);
    expect(Object.keys((await answer.json()) as object)).toEqual(["result", "error", "message"]);
  });

  test("the previous key remains valid until an administrator ends it", async () => {
    const send = (fields: Record<string, string>) =>
      fetch(`${addon.url}/index.php?m=admin`, { method: "POST", body: new URLSearchParams(fields) });
    const token = "token-of-WHMCS.admin.default";
    expect((await send({ frontdesk: "new-key" })).status).toBe(403);
    expect(await addon.key()).toBe(key);
    await send({ frontdesk: "new-key", token });
    expect(await addon.key()).not.toBe(key);
    const back = await comeBack();
    expect(await end(billing, back)).toEqual(OWNER);
    await send({ frontdesk: "end-previous-key", token });
    const late = await comeBack();
    expect(await end(billing, late)).toBe(300);
    expect(lines).toMatchObject([{ event: "billing_not_admitted", call: "exchange", code: "bad_signature" }]);
    await adoptKey();
    expect(await end(billing, await comeBack())).toEqual(OWNER);
  });

  test("after deactivation, the addon keeps only order references and accepts no calls", async () => {
    const back = await comeBack();
    await addon.page("/index.php?m=deactivate");
    expect(Object.keys(addon.state.tables).filter((table) => table.startsWith("mod_"))).toEqual([
      "mod_frontdesk_actions",
    ]);
    await expect(status()).rejects.toThrow("not_json");
    addon.change(({ tables }) => Object.assign(tables, { tbladdonmodules: [] }));
    expect((await fetch(addon.url + BRIDGE, { method: "POST" })).status).toBe(404);
    expect(await end(billing, back)).toBe(300);
  });

  test("no log line contains a code, a key or an e-mail address", () => {
    expect(JSON.stringify(all) + addon.state.log.join("\n")).not.toMatch(/maple\.example|[\w-]{43}/);
  });
});
