import { expect, test } from "vitest";
import type { BillingSystem } from "../../shared/billing-contract/billing-system.ts";

/** A login and an account that it owns, in each of two billing systems: other people under the same ids. */
interface TwoInstallations {
  one: BillingSystem;
  other: BillingSystem;
  loginId: number;
  accountId: number;
}

const WITHIN = { status: "all", limit: 10, within: { kind: "account" } } as const;

/** The cases of a billing system whose ids another one has as well. */
export function installationCases({ one, other, loginId, accountId }: TwoInstallations): void {
  const nameOf = async (system: BillingSystem) => {
    const described = await system.describe();
    return described.ok ? described.value.installation : expect.fail("not described");
  };
  const asked = (installation: string) => ({ loginId, accountId, installation, permissions: [] });
  const lost = { ok: false, problem: { code: "access_lost" } };

  test("two installations have two names, which stay", async () => {
    expect(await nameOf(one)).toBe(await nameOf(one));
    expect(await nameOf(one)).not.toBe(await nameOf(other));
    expect(await nameOf(one)).toMatch(/^[\x21-\x7e]{0,40}$/);
  });

  test("an actor of another installation has lost access, whatever it asks", async () => {
    const query = asked(await nameOf(other));
    expect(await one.authorize(query)).toEqual(lost);
    expect(await one.readAccount(query)).toEqual(lost);
    expect(await one.readService(query, 1)).toEqual(lost);
    expect(await one.listServices(query, WITHIN)).toEqual(lost);
    expect(await one.listDomains(query, WITHIN)).toEqual(lost);
    expect(await one.listInvoices(query, { status: "all", limit: 10 })).toEqual(lost);
    expect(await one.listTickets(query, { status: "all", limit: 10 })).toEqual(lost);
    expect(await one.stateCancellation(query, { serviceId: 1, when: "immediately" })).toEqual(lost);
    const renewal = { domain: "studio-ana.ca", years: 1, expectedPrice: null };
    expect(await one.renewDomain({ ...query, reference: "other" }, renewal)).toEqual(lost);
    expect(await one.findAction(query, "other"), "nobody can say that nothing was done").toEqual(lost);
  });

  test("a login of another installation manages nothing, and nobody of this one is written to about it", async () => {
    const installation = await nameOf(other);
    expect(await one.listManagedAccounts(loginId, undefined, installation)).toEqual({ ok: true, value: [] });
    expect(await one.readHolding(loginId, accountId, undefined, installation)).toEqual({ ok: true, value: null });
    const nobody = { ok: true, value: { owner: null, login: null } };
    expect(await one.readRecipients({ loginId, accountId, installation })).toEqual(nobody);
  });

  test.each(["its own name", "no name, as the version before"] as const)(
    "an actor with %s is let in",
    async (which) => {
      const own = which === "its own name" ? { installation: await nameOf(one) } : {};
      const query = { loginId, accountId, permissions: [], ...own };
      expect(await one.authorize(query)).toMatchObject({ ok: true, value: { id: accountId } });
      expect(await one.readHolding(loginId, accountId, undefined, own.installation)).toMatchObject({
        value: { id: accountId, owner: true },
      });
      expect(await one.findAction(query, "none")).toEqual({ ok: true, value: { state: "absent" } });
    },
  );
}
