import { expect, test } from "vitest";
import { getDomainRegistrarSettings } from "../../../../workers/account/operations/get-domain-registrar-settings.ts";
import { transferDomainOut } from "../../../../workers/account/operations/transfer-domain-out.ts";
import { expectDoneOnce, refuses, refusesBadInput, refusesStrangers } from "../../../support/operation-rules.ts";
import { useWorld } from "../../../support/world.ts";

const { api } = useWorld();
const named = (domain: string) => ({ domain, confirm_domain: domain });
const INPUT = named("studio-ana.ca");

test("unlocks it and says to whom the code went, once under its key", async () => {
  const body = await expectDoneOnce(api, transferDomainOut, {
    input: { ...INPUT, confirm_domain: "Studio-Ana.CA" },
    other: named("ana.dev"),
    target: "domain:studio-ana.ca",
  });
  expect(body).toMatchObject({
    account: { id: 1001 },
    domain: "studio-ana.ca",
    unlocked: true,
    code_sent_to: "o•••@maple.example",
  });
  const settings = await api.call(getDomainRegistrarSettings, { domain: "studio-ana.ca" });
  expect(settings.body).toMatchObject({ locked: false });
});

refusesStrangers(api, transferDomainOut, INPUT);
refuses(api, transferDomainOut, [
  ...refusesBadInput(INPUT),
  ["another name confirmed", { ...INPUT, confirm_domain: "ana.dev" }, { errors: [{ pointer: "/confirm_domain" }] }],
  ["nothing confirmed", { domain: "ana.dev" }, { status: 400, errors: [{ pointer: "/confirm_domain" }] }],
  ["another account's name", named("ana-europe.fr"), { status: 404, code: "not_found" }],
  ["a name nobody may unlock", named("studio-ana.quebec"), { status: 409, code: "not_allowed" }],
  ["a name that left", named("studio-ana.net"), { status: 409, code: "not_allowed" }],
]);
