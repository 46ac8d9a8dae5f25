import { expect, test } from "vitest";
import { getDomainRegistrarSettings } from "../../../../workers/account/operations/get-domain-registrar-settings.ts";
import { setDomainNameservers } from "../../../../workers/account/operations/set-domain-nameservers.ts";
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
const [ONE, TWO] = ["ns1.elsewhere.net", "ns2.elsewhere.net"];
const INPUT = { domain, nameservers: [ONE, TWO] };
const many = Array.from({ length: 14 }, (_, index) => `ns${index}.elsewhere.net`);

test("all of them replace those it has", async () => {
  const first = await api.call(setDomainNameservers, INPUT);
  expect(first.body.note).toContain("The account's owner is told by e-mail.");
  const body = await expectAnswer(api, setDomainNameservers, INPUT);
  expect(body).toMatchObject({ account: { id: 1001 }, ...INPUT });
  expect(body.note).toBe("The name had these nameservers already: nothing changed.");
  expect((await api.call(getDomainRegistrarSettings, { domain })).body).toMatchObject(INPUT);
  const { headers } = await api.call(setDomainNameservers, { ...INPUT, nameservers: many.slice(1) });
  await expectLogged(api, headers, { operation: "setDomainNameservers", target: `domain:${domain}`, status: 200 });
});

refusesStrangers(api, setDomainNameservers, INPUT);
refuses(api, setDomainNameservers, [
  ...refusesBadInput(INPUT, { keyed: false }),
  ...(
    [
      ["one", [ONE], "/nameservers"],
      ["fourteen", many, "/nameservers"],
      ["one that repeats", [ONE, "NS1.Elsewhere.net."], "/nameservers/1"],
      ["an address", [ONE, "192.0.2.1"], "/nameservers/1"],
      ["a name under itself", [ONE, "ns1.studio-ana.ca"], "/nameservers/1"],
    ] as const
  ).map(([why, nameservers, pointer]): [string, Record<string, unknown>, object] => [
    why,
    { domain, nameservers },
    { status: 400, code: "invalid_body", errors: [{ pointer }] },
  ]),
  ["another account's name", { ...INPUT, domain: "ana-europe.fr" }, { status: 404, code: "not_found" }],
  ["a name that left", { ...INPUT, domain: "studio-ana.net" }, { status: 409, code: "not_allowed" }],
]);
