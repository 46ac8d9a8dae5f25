import { afterAll, beforeAll, expect, test } from "vitest";
import { SECRETS } from "../../../dev/whmcs/actions/clients.ts";
import { ACTING_SETTINGS } from "../../../dev/whmcs/local-installation.ts";
import { expectControlsFound, expectFoundOnlyIn } from "../attacks/support/search.ts";
import { SearchedWorld } from "../attacks/support/searched-world.ts";
import { nameElsewhere, transferOf } from "../attacks/support/transfer-codes.ts";

/** The addon answers with what WHMCS has inside, and keeps a memo of each action: neither lets a secret out. */
const world = new SearchedWorld({ whmcs: { addonVersion: 2 }, vars: { billing: ACTING_SETTINGS } });
const planted = new Map<string, string>(Object.entries(SECRETS));
const PATHS = ["", "/services?status=all", "/domains?status=all", "/invoices?status=all", "/tickets?status=all"];

beforeAll(async () => {
  await world.start();
  const { addon, admission, installation } = world.whmcs;
  planted.set("addon's key", addon.options.key).set("API secret", admission.secret);
  installation.quirks.extraMembers = {
    ...{ password: SECRETS.servicePassword, securityqans: SECRETS.securityAnswer, remote_token: SECRETS.remoteToken },
    ...{
      eppcode: SECRETS.transferSecret,
      notes: SECRETS.adminNotes,
      c: SECRETS.ticketKey,
      pwhash: SECRETS.passwordHash,
    },
  };
  world.keepAnswers();
});
afterAll(() => world.close());

test("everything is read and ordered through the addon, and no secret is found anywhere", async () => {
  const token = await world.api.token();
  for (const path of PATHS) expect((await world.api.request(`/account${path}`, token)).status).toBe(200);
  const { domain, auth_code } = nameElsewhere(planted, "through the addon");
  const text = `Unexpected Error at eppcode ${auth_code}`;
  const fault = { kind: "write", times: 1, afterMs: 0, answer: { kind: "error", text } } as const;
  world.whmcs.faults.plan(fault, { action: "AddOrder", times: 1 });
  const answer = await (await world.api.callTool("order_domain", transferOf(domain, auth_code), token)).text();
  await world.tick();
  const rows = world.whmcs.state.addonActions ?? [];
  expect(rows, answer).toHaveLength(1);
  expect(rows[0]?.memo).toContain(domain);
  for (const secret of planted.values()) expect(JSON.stringify(rows)).not.toContain(secret);
  const everything = await world.everything();
  expectControlsFound([["the addon's use", /^rows billing/, "throughAddon"]], everything);
  expectFoundOnlyIn({}, planted, everything);
});
