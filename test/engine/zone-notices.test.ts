import { expect, test } from "vitest";
import type { ZoneRecord } from "../../shared/zones-contract/zone-system.ts";
import { valueIn, writes } from "../billing-contract/questions.ts";
import { actingEngine } from "./support/acting.ts";
import { NO_MAILS } from "./support/engine.ts";
import { actingScene } from "./support/scene.ts";

const { db, engine, owner, mails } = await actingScene();

const record = (address: string): ZoneRecord => ({ name: "studio-ana.ca", type: "A", ttl: 300, data: [address] });
const notice = (address: string) => ({
  ...{ serviceId: 2101, zone: "studio-ana.ca" },
  ...{ added: [record(address)], removed: [record("192.0.2.1")] },
});
const TO_OWNER = ["owner@maple.example", "en"];

test("each zone change causes one e-mail to the account's owner", async () => {
  for (const address of ["192.0.2.7", "192.0.2.8"]) {
    const call = writes({ ...owner.query, connection: address }, true);
    expect(await valueIn(engine.notifyZoneChange(call, notice(address)))).toMatchObject({ ownerTold: true });
  }
  const told = (address: string) => {
    const { zone: domain, ...content } = notice(address);
    return ["zoneChanged", ...TO_OWNER, { domain, ...content }];
  };
  expect(mails.sent).toEqual([told("192.0.2.7"), told("192.0.2.8")]);
});

test("without an e-mail sender, a zone change succeeds and the owner gets no e-mail", async () => {
  const { engine: silent } = actingEngine(db, { mails: NO_MAILS });
  expect(await valueIn(silent.notifyZoneChange(writes(owner.query, true), notice("192.0.2.9")))).toMatchObject({
    ownerTold: false,
  });
});
