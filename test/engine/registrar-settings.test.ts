import { beforeEach, describe, expect, test } from "vitest";
import { codeOf, valueIn } from "../billing-contract/questions.ts";
import { actingEngine } from "./support/acting.ts";
import type { Customer } from "./support/customer.ts";
import { actingScene } from "./support/scene.ts";

const { db, owner, registrar, mails } = await actingScene();
const withoutRegistrar = actingEngine(db, { registrar: null }).owner;
beforeEach(() => {
  registrar.hold("ana.dev");
  registrar.hold("studio-ana.quebec", { lockSupported: false });
});

const NEW = ["ns1.other.example", "ns2.other.example"];

describe("nameservers", () => {
  const set = (nameservers: string[]) => owner.setDomainNameservers("ana.dev", nameservers);

  test("under the domain are accepted if the registry already has their addresses", async () => {
    registrar.hold("ana.dev", { nameservers: ["ns1.ana.dev", "ns2.ana.dev"] });
    expect(await codeOf(set(["ns1.ana.dev", "ns1.other.example"]))).toBe("ok");
  });

  test("stay changed if the e-mail fails", async () => {
    mails.fails = true;
    expect(await valueIn(set(NEW))).toMatchObject({ nameservers: NEW });
  });
});

test("after a change whose response was lost, the engine reads the setting back, and the owner gets an e-mail", async () => {
  registrar.losesAnswerTo = "setNameservers";
  expect(await valueIn(owner.setDomainNameservers("ana.dev", NEW))).toMatchObject({ nameservers: NEW });
  registrar.losesAnswerTo = "setLock";
  expect(await codeOf(owner.setDomainLock("ana.dev", false))).toBe("ok");
  expect(mails.sent.map(([kind]) => kind)).toEqual(["nameserversChanged", "unlocked"]);
});

describe("the lock", () => {
  test("cannot be removed if the registry does not support that or prohibits transfers", async () => {
    expect(await codeOf(owner.setDomainLock("studio-ana.quebec", false))).toBe("not_allowed");
    registrar.hold("ana.dev", { transferProhibited: true });
    expect(await codeOf(owner.setDomainLock("ana.dev", false))).toBe("not_allowed");
  });
});

describe.each<[string, (by: Customer, domain: string) => Parameters<typeof codeOf>[0]]>([
  ["setDomainNameservers", (by, domain) => by.setDomainNameservers(domain, NEW)],
  ["setDomainLock", (by, domain) => by.setDomainLock(domain, false)],
  ["transferDomainOut", (by, domain) => by.transferDomainOut(domain)],
])("%s", (_, ask) => {
  test("fails if the registrar is unavailable, refuses or is not configured", async () => {
    registrar.available = false;
    expect(await codeOf(ask(owner, "ana.dev"))).toBe("server_unavailable");
    registrar.available = true;
    registrar.refusal = "no\u0000 such\nthing";
    const reason = { en: "The registrar refused: no such thing" };
    expect(await ask(owner, "ana.dev")).toMatchObject({ problem: { code: "refused", reason } });
    expect(await codeOf(ask(withoutRegistrar, "ana.dev"))).toBe("refused");
  });
});
