import { expect, test } from "vitest";
import { getDomainRegistrarSettings } from "../../../../workers/account/operations/get-domain-registrar-settings.ts";
import { setDomainLock } from "../../../../workers/account/operations/set-domain-lock.ts";
import {
  expectAnswer,
  expectLogged,
  refuses,
  refusesBadInput,
  refusesStrangers,
} from "../../../support/operation-rules.ts";
import { useWorld } from "../../../support/world.ts";

const { api } = useWorld();
const domain = "studio-ana.ca";
const INPUT = { domain, locked: false };

test.each([false, true])("%s, and the same again changes nothing and tells nobody", async (locked) => {
  const first = await api.call(setDomainLock, { domain, locked });
  expect(String(first.body.note).includes("owner is told")).toBe(!locked);
  const body = await expectAnswer(api, setDomainLock, { domain, locked });
  expect(body).toMatchObject({ account: { id: 1001 }, domain, locked });
  expect(body.note).toMatch(locked ? /^The name was locked already/ : /^The name was unlocked already/);
  expect(body.note).not.toContain("owner is told");
  expect((await api.call(getDomainRegistrarSettings, { domain })).body).toMatchObject({ locked });
});

test("is in the log with the name", async () => {
  const { headers } = await api.call(setDomainLock, INPUT);
  await expectLogged(api, headers, { operation: "setDomainLock", target: `domain:${domain}`, status: 200 });
});

refusesStrangers(api, setDomainLock, INPUT);
refuses(api, setDomainLock, [
  ...refusesBadInput(INPUT, { keyed: false }),
  ["no value", { domain }, { status: 400, code: "invalid_body", errors: [{ pointer: "/locked" }] }],
  ["another account's name", { ...INPUT, domain: "ana-europe.fr" }, { status: 404, code: "not_found" }],
  ["a name nobody may unlock", { ...INPUT, domain: "studio-ana.quebec" }, { status: 409, code: "not_allowed" }],
  ["a registry without a lock", { domain: "ana-europe.eu", locked: true }, { code: "not_allowed" }, { account: 1002 }],
]);
