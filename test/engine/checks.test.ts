import { beforeEach, expect, test } from "vitest";
import type { CheckedCommand } from "../../shared/billing-contract/actions.ts";
import { acts, domainOrder, TRANSFER } from "../billing-contract/customer.ts";
import { codeOf, valueIn } from "../billing-contract/questions.ts";
import { everyRow } from "../support/every-row.ts";
import { actingEngine } from "./support/acting.ts";
import { actingScene, loggedErrors } from "./support/scene.ts";

const { db, engine, owner, registrar, mails } = await actingScene("DELETE FROM actions");
const lines = loggedErrors();
beforeEach(() => registrar.hold("ana.dev"));

const check = (command: CheckedCommand, by = engine) => codeOf(by.checkAction(owner.query, command));
const TRANSFER_OUT = { operation: "transferDomainOut", request: { domain: "ana.dev" } } as const;
const UNLOCK = { operation: "setDomainLock", request: { domain: "ana.dev", locked: false } } as const;

test("an auth code is neither sealed nor kept, and asks for no key", async () => {
  const keyless = actingEngine(db, { authCodeKey: () => Promise.reject(new Error("no key")) }).engine;
  const request = domainOrder("taken-unsealed.com", { ...TRANSFER, authCode: "canary-9Zk!code" });
  expect(await check({ operation: "orderDomain", request }, keyless)).toBe("ok");
  expect(await everyRow(db)).not.toContain("canary-9Zk!code");
  expect(lines).toEqual([]);
  expect(await codeOf(keyless.orderDomain(acts(), request))).toBe("billing_unavailable");
});

test("a transfer that is under way is already requested, and none without a sender or a registrar", async () => {
  expect(await check(TRANSFER_OUT)).toBe("ok");
  mails.fails = true;
  expect(await codeOf(owner.prepareTransferOut("ana.dev"))).toBe("billing_unavailable");
  expect(await check(TRANSFER_OUT)).toBe("already_requested");
  await db.prepare("DELETE FROM actions").run();
  mails.isOn = false;
  expect(await check(TRANSFER_OUT)).toBe("refused");
  const without = actingEngine(db, { registrar: null }).engine;
  expect([await check(TRANSFER_OUT, without), await check(UNLOCK, without)]).toEqual(["refused", "refused"]);
});

test("a registrar that does not answer is server_unavailable, and is asked to change nothing", async () => {
  registrar.available = false;
  expect([await check(TRANSFER_OUT), await check(UNLOCK)]).toEqual(["server_unavailable", "server_unavailable"]);
  registrar.available = true;
  expect([await check(TRANSFER_OUT), await check(UNLOCK)]).toEqual(["ok", "ok"]);
  expect(new Set(registrar.calls)).toEqual(new Set(["read"]));
});

test("a command of a later version is billing_unavailable", async () => {
  const later = { operation: "orderCertificate", request: {} } as never;
  expect(await check(later)).toBe("billing_unavailable");
  expect(lines).toMatchObject([{ event: "billing_failed", method: "checkAction" }]);
});

test("what it gives crosses a service binding", async () => {
  const preview = await valueIn(engine.checkAction(owner.query, UNLOCK));
  expect(structuredClone(preview)).toEqual(preview);
});
