import { expect, test } from "vitest";
import { getDomainRegistrarSettings } from "../../../../workers/account/operations/get-domain-registrar-settings.ts";
import { AccountClient, type CallOptions } from "../../../support/account-client.ts";
import { expectAnswer, refuses, refusesStrangers } from "../../../support/operation-rules.ts";

const api = new AccountClient();

test.each<[string, object, CallOptions?]>([
  ["studio-ana.ca", { account: { id: 1001 }, lock_supported: true, eligible_for_transfer: true, reasons: [] }],
  ["STUDIO-ANA.ca.", { domain: "studio-ana.ca" }],
  ["studio-ana.quebec", { eligible_for_transfer: false, reasons: [expect.stringMatching(/\.$/)] }],
  ["ana-europe.eu", { account: { id: 1002 }, lock_supported: false }, { account: 1002 }],
  ["ana.dev", { domain: "ana.dev" }, { limit: "domain:ana.dev" }],
  ["ana.dev", { domain: "ana.dev" }, { login: "contact", scopes: [] }],
])("%s", async (domain, expected, by = {}) => {
  const body = await expectAnswer(api, getDomainRegistrarSettings, { domain }, by);
  expect(body).toMatchObject({ nameservers: expect.any(Array), locked: expect.any(Boolean), ...expected });
  expect((body.nameservers as string[]).length).toBeGreaterThan(1);
});

test.each(["studio-ana.net", "studio-ana.io"])("%s, which is not here: nothing is known of it", async (domain) => {
  const body = await expectAnswer(api, getDomainRegistrarSettings, { domain });
  expect(body).toMatchObject({ domain, nameservers: [], locked: null, eligible_for_transfer: false });
  expect(body.reasons).toHaveLength(1);
});

refusesStrangers(api, getDomainRegistrarSettings, { domain: "studio-ana.ca" });
refuses(api, getDomainRegistrarSettings, [
  ["another account's name", { domain: "ana-europe.fr" }, { status: 404, code: "not_found" }],
  ["a name of nobody", { domain: "free-registrar-settings.ca" }, { status: 404, code: "not_found" }],
]);
