import { beforeEach, expect, test } from "vitest";
import { acts, domainOrder, TRANSFER } from "../billing-contract/customer.ts";
import { codeOf, writes } from "../billing-contract/questions.ts";
import { everyRow } from "../support/every-row.ts";
import { actingEngine } from "./support/acting.ts";
import { actingScene, loggedErrors } from "./support/scene.ts";

const { db, engine, owner, registrar, mails } = await actingScene("DELETE FROM actions");
const lines = loggedErrors();
beforeEach(() => registrar.hold("ana.dev"));

const UNCOMMITTED = writes(owner.query, false);
const checkTransfer = (by = engine) => codeOf(by.transferDomainOut(UNCOMMITTED, { domain: "ana.dev" }));
const judgeUnlock = (by = engine) => by.setDomainLock(UNCOMMITTED, { domain: "ana.dev", locked: false });
const checkUnlock = (by = engine) => codeOf(judgeUnlock(by));

test("a preview neither seals nor stores an auth code, and needs no key", async () => {
  const keyless = actingEngine(db, { authCodeKey: () => Promise.reject(new Error("no key")) }).engine;
  const request = domainOrder("taken-unsealed.com", { ...TRANSFER, authCode: "canary-9Zk!code" });
  expect(await codeOf(keyless.orderDomain(UNCOMMITTED, request))).toBe("ok");
  expect(await everyRow(db)).not.toContain("canary-9Zk!code");
  expect(lines).toEqual([]);
  expect(await codeOf(keyless.orderDomain(acts(), request))).toBe("billing_unavailable");
});

test("a preview of a transfer out reports an earlier request, and is refused without an e-mail sender or registrar", async () => {
  expect(await checkTransfer()).toBe("ok");
  mails.fails = true;
  expect(await codeOf(owner.transferDomainOut("ana.dev"))).toBe("billing_unavailable");
  expect(await checkTransfer()).toBe("already_requested");
  await db.prepare("DELETE FROM actions").run();
  mails.isOn = false;
  expect(await checkTransfer()).toBe("refused");
  const without = actingEngine(db, { registrar: null }).engine;
  expect([await checkTransfer(without), await checkUnlock(without)]).toEqual(["refused", "refused"]);
});

test("previews of a payment and of a card removal leave no trace", async () => {
  const before = await everyRow(db);
  const judged = [engine.payInvoice(UNCOMMITTED, 6110), engine.removeCard(UNCOMMITTED, null)];
  expect(await Promise.all(judged.map(codeOf))).toEqual(["ok", "ok"]);
  expect(await everyRow(db)).toEqual(before);
  expect([registrar.calls, mails.sent]).toEqual([[], []]);
});
