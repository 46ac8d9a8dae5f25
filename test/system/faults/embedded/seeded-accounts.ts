import { scryptSync } from "node:crypto";
import type { SandboxRegistry } from "../../../../dev/sandbox/sandbox-registry.ts";
import { domainPrices, planPrice } from "../../../../dev/seed/customers/price-list.ts";
import type { Table } from "../../../../scripts/catalogue/table-sql.ts";
import { insertions } from "../../../../scripts/catalogue/table-sql.ts";
import { addDays } from "../../../../shared/platform/calendar.ts";
import { CURRENCY, CYCLE, campaignAccounts, domainsOf, emailOf, PLAN, passwordOf } from "../harness/accounts.ts";

const SALT = "5f0c1d2e3a4b59687786a5b4c3d2e1f0";
const COST = 2;
/** The contact details that registries require. */
const CONTACT = {
  ...{ lastName: "Maple", street: ["1 Example Street"], city: "Montréal", postalCode: "H2Y 1A1" },
  phone: "+15145550199",
};

/** Returns the SQL statements that add the campaign's accounts to the billing database. */
export function seededAccounts(count: number): string[] {
  const accounts = campaignAccounts(count);
  const today = new Date().toISOString().slice(0, 10);
  const expiresOn = `${Number(today.slice(0, 4)) + 1}${today.slice(4)}`;
  const tables: Table[] = [
    [
      "logins",
      accounts.map((account) => {
        const hash = scryptSync(passwordOf(account), Buffer.from(SALT, "hex"), 32, { N: COST, r: 1, p: 1 });
        return {
          ...{ id: account.loginId, email: emailOf(account), language: "en" },
          ...{ password_hash: hash.toString("hex"), password_salt: SALT },
          ...{ scrypt_cost: COST, scrypt_block_size: 1, scrypt_parallelism: 1 },
        };
      }),
    ],
    [
      "accounts",
      accounts.map((account) => ({
        ...{ id: account.accountId, name: account.login, email: emailOf(account) },
        ...{ country: "CA", province: "QC", currency: CURRENCY },
        contact: JSON.stringify({ ...CONTACT, firstName: account.login }),
      })),
    ],
    [
      "saved_cards",
      accounts.map(({ accountId }) => ({
        ...{ account_id: accountId, customer: "demonstration", payment_method: "demonstration" },
        ...{ agreement: "2026-11-29", agreed_at: 0 },
      })),
    ],
    [
      "account_logins",
      accounts.map(({ loginId, accountId }) => ({ login_id: loginId, account_id: accountId, owner: 1 })),
    ],
    [
      "services",
      accounts.flatMap(({ accountId, changed, cancelled }) =>
        [...changed, ...cancelled].map((id) => ({
          ...{ id, account_id: accountId, plan_id: PLAN, plan_name: PLAN, status: "active" },
          ...{
            billing_cycle: CYCLE,
            next_due_on: addDays(today, 200),
            recurring_price: planPrice(PLAN, CURRENCY, CYCLE),
          },
        })),
      ),
    ],
    [
      "domains",
      accounts.flatMap((account) =>
        domainsOf(account).map(({ id, name }) => ({
          ...{ id, account_id: account.accountId, name, status: "active", auto_renew: 0 },
          ...{ registered_on: today, expires_on: expiresOn, next_due_on: expiresOn },
          renewal_price: domainPrices(name, CURRENCY).renew,
        })),
      ),
    ],
  ];
  return tables.flatMap(insertions);
}

/** Registers the domains of the campaign's accounts with the sandbox registrar. */
export function registerDomains(registry: SandboxRegistry, count: number): void {
  for (const account of campaignAccounts(count)) for (const { name } of domainsOf(account)) registry.register(name);
}
