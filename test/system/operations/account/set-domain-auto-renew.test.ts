import { expect, test } from "vitest";
import { setDomainAutoRenew } from "../../../../workers/account/operations/set-domain-auto-renew.ts";
import {
  expectAnswer,
  expectLogged,
  refuses,
  refusesBadInput,
  refusesStrangers,
} from "../../../support/operation-rules.ts";
import { useWorld } from "../../../support/world.ts";

const { api } = useWorld();
const INPUT = { domain: "studio-ana.ca", auto_renew: false };

test.each([false, true])("%s, and the same again changes nothing", async (auto_renew) => {
  const body = await expectAnswer(api, setDomainAutoRenew, { ...INPUT, auto_renew });
  expect(body).toMatchObject({ account: { id: 1001 }, domain: { id: 4101, domain: "studio-ana.ca", auto_renew } });
  const listed = await api.read("/account/domains?domain=studio-ana.ca");
  expect(listed).toMatchObject({ domains: [{ auto_renew }] });
});

test.each([
  ["studio-ana.ca", true, /^An invoice for the renewal is made before/],
  ["studio-ana.ca", false, /^The name expires on \d/],
  ["studio-ana.com", true, /in redemption, where nothing renews by itself/],
  ["studio-ana.com", false, /in redemption, where nothing renews by itself/],
  ["studio-ana.io", true, /^The name is still on order\. Once it is here, an invoice/],
  ["studio-ana.io", false, /^The name is still on order\. Once it is here, it expires/],
])("what it means for %s, %s", async (domain, auto_renew, words) => {
  const { status, body } = await api.call(setDomainAutoRenew, { domain, auto_renew });
  expect(status).toBe(200);
  expect(body.note).toMatch(words);
});

test("is in the log with the name", async () => {
  const { headers } = await api.call(setDomainAutoRenew, INPUT);
  await expectLogged(api, headers, { operation: "setDomainAutoRenew", target: "domain:studio-ana.ca", status: 200 });
});

refusesStrangers(api, setDomainAutoRenew, INPUT);
refuses(api, setDomainAutoRenew, [
  ...refusesBadInput(INPUT, { keyed: false }),
  ["no value", { domain: INPUT.domain }, { status: 400, code: "invalid_body", errors: [{ pointer: "/auto_renew" }] }],
  ["a word", { ...INPUT, auto_renew: "yes" }, { code: "invalid_body", errors: [{ pointer: "/auto_renew" }] }],
  ["another account's name", { ...INPUT, domain: "ana-europe.fr" }, { status: 404, code: "not_found" }],
  ["a name that left", { ...INPUT, domain: "studio-ana.net" }, { status: 409, code: "not_allowed" }],
]);
