import { expect, test } from "vitest";
import type { QuoteResult, WriteOperation, WriteValue } from "../../../shared/billing-contract/writes.ts";
import type { ContractCustomer } from "../customer.ts";
import { codeOf, type Subject, valueIn } from "../questions.ts";
import { type BillingUnderTest, newOwner } from "../scene.ts";
import { subjectOf } from "./subjects.ts";

type Act = (by: ContractCustomer, reference: string, subject: Subject) => Promise<QuoteResult<WriteValue>>;

const ACTIONS: Record<WriteOperation, Act> = {
  orderDomain: (by, reference, { serviceId }) => by.orderDomain(`free-${serviceId}.com`, {}, reference),
  orderPlan: (by, reference, { serviceId }) => by.orderPlan("web-plus", { domain: `site-${serviceId}.com` }, reference),
  renewDomain: (by, reference, { domain }) => by.renewDomain(domain, {}, reference),
  changePlan: (by, reference, { serviceId }) => by.changePlan(serviceId, "web-pro", {}, reference),
  cancelService: (by, reference, { serviceId }) => by.cancelService(serviceId, "end_of_period", null, reference),
  transferDomainOut: (by, reference, { domain }) => by.transferDomainOut(domain, reference),
};

const ABSENT = { state: "absent" };

/** Checks that an action runs once per reference and account, and that its outcome can be found by the reference. */
export function onceCases(operation: WriteOperation): (system: BillingUnderTest) => void {
  return (system) => {
    const { scene } = system;
    const act = ACTIONS[operation];

    const prepared = async () => {
      const owner = await newOwner(system);
      return { owner, subject: await subjectOf(system, owner) };
    };
    const held = async (by: ContractCustomer) => [
      (await by.services()).length,
      (await by.domains()).length,
      (await by.invoices()).length,
    ];

    test("a repeated reference returns the first result and changes nothing", async () => {
      const { owner, subject } = await prepared();
      const first = await act(owner, "same", subject);
      expect(first).toMatchObject({ ok: true });
      const after = await held(owner);
      for (let time = 0; time < 3; time++) expect(await act(owner, "same", subject)).toEqual(first);
      expect(await held(owner)).toEqual(after);
    });

    test("a repeated reference is refused for a login that has lost access to the account", async () => {
      const { owner, subject } = await prepared();
      await valueIn(act(owner, "before", subject));
      await scene.revoke(owner.query.loginId, owner.query.accountId);
      expect(await codeOf(act(owner, "before", subject))).toBe("access_lost");
    });

    test("ten simultaneous calls with one reference run the action once and return one result", async () => {
      const { owner, subject } = await prepared();
      const before = await held(owner);
      const results = await Promise.all(Array.from({ length: 10 }, () => act(owner, "at-once", subject)));
      const done = results.filter(({ ok }) => ok);
      expect(new Set(done.map((result) => JSON.stringify(result))).size).toBe(1);
      // If the action calls a registrar, a simultaneous call may be refused and must then be retried.
      if (operation !== "transferDomainOut") expect(done).toHaveLength(10);
      const made = (await held(owner)).map((count, index) => count - (before[index] ?? 0));
      expect(Math.max(...made)).toBeLessThanOrEqual(1);
      expect(await act(owner, "at-once", subject)).toEqual(done[0]);
    });

    test("a lost result is found only by its account, even after its login is deleted", async () => {
      const { owner, subject } = await prepared();
      const other = await newOwner(system);
      const value = await valueIn(act(owner, "lost", subject));
      const found = { state: "done", operation, value };
      expect(await valueIn(owner.findWrite("lost"))).toEqual(found);
      expect(await valueIn(other.findWrite("lost"))).toEqual(ABSENT);
      await scene.removeLogin(owner.query.loginId);
      expect(await valueIn(owner.findWrite("lost"))).toEqual(found);
    });

    test("a used reference is refused for another operation", async () => {
      const { owner, subject } = await prepared();
      await valueIn(act(owner, "taken", subject));
      const others: WriteOperation[] = operation === "orderPlan" ? ["orderDomain"] : ["orderPlan"];
      for (const other of others) expect(await codeOf(ACTIONS[other](owner, "taken", subject))).toBe("refused");
    });
  };
}

export function findCases(system: BillingUnderTest): void {
  test("an unknown reference is absent, even after its login is deleted", async () => {
    const owner = await newOwner(system);
    expect(await valueIn(owner.findWrite("never"))).toEqual(ABSENT);
    await system.scene.removeLogin(owner.query.loginId);
    expect(await valueIn(owner.findWrite("never"))).toEqual(ABSENT);
  });
}
