import { afterAll, beforeEach, expect, test } from "vitest";
import type { ZoneRecord } from "../../shared/zones-contract/zone-system.ts";
import { asks, codeOf, valueIn, writes } from "../billing-contract/questions.ts";
import { startWhmcs } from "./support/whmcs-system.ts";

const { billing, simulator, outbox, stop } = await startWhmcs({
  profile: "8.13",
  now: () => Date.parse("2026-11-20T15:00:00Z"),
});
const owner = asks(11, 1001, "products", "productsso");
const record = (address: string): ZoneRecord => ({ name: "studio-ana.ca", type: "A", ttl: 300, data: [address] });
const notice = {
  ...{ serviceId: 2101, zone: "studio-ana.ca" },
  ...{ added: [record("192.0.2.7")], removed: [record("192.0.2.1")] },
};

beforeEach(() => void outbox.sent.splice(0));
afterAll(() => stop());

test("a change of a zone is mailed to the account's owner, with a link to the service", async () => {
  expect(await valueIn(billing.notifyZoneChange(writes(owner, true), notice))).toMatchObject({ ownerTold: true });
  expect(outbox.sent).toEqual([expect.objectContaining({ to: "owner@maple.example" })]);
  const { subject, text } = outbox.sent[0] ?? { subject: "", text: "" };
  expect(subject).toBe("DNS records of studio-ana.ca were changed");
  for (const address of ["192.0.2.1", "192.0.2.7"]) expect(text).toContain(`studio-ana.ca 300 A ${address}\n`);
  expect(text).toContain(`${simulator.url}/clientarea.php?action=productdetails&id=2101\n`);
});

test("a service of another account is not found, and nobody is told", async () => {
  expect(await codeOf(billing.notifyZoneChange(writes(owner, true), { ...notice, serviceId: 2201 }))).toBe("not_found");
  expect(outbox.sent).toEqual([]);
});
