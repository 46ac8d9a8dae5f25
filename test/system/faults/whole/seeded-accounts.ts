import { scryptSync } from "node:crypto";
import type { SandboxRegistry } from "../../../../dev/sandbox/sandbox-registry.ts";
import { domainPrices, planPrice } from "../../../../dev/seed/customers/price-list.ts";
import type { Table } from "../../../../dev/seed/seed-types.ts";
import { insertions } from "../../../../dev/seed/statements.ts";
import { addDays } from "../../../../shared/platform/calendar.ts";
import { CURRENCY, CYCLE, campaignAccounts, domainsOf, emailOf, PLAN, passwordOf } from "../system/accounts.ts";

const SALT = "5f0c1d2e3a4b59687786a5b4c3d2e1f0";
const COST = 2;

/** The statements that add so many accounts to the billing system's database. */
export function seededAccounts(count: number): string[] {
  const accounts = campaignAccounts(count);
  const today = new Date().toISOString().slice(0, 10);
  const expiresOn = `${Number(today.slice(0, 4)) + 1}${today.slice(4)}`;
  const tables: Table[] = [
    [
      "logins",
      accounts.map((account) => {
        const hash = scryptSync(passwordOf(account), Buffer.from(SALT, "hex"), 32, { N: COST, r: 1, p: 1 });
        return [
          account.loginId,
          emailOf(account),
          "en",
          hash.toString("hex"),
          SALT,
          COST,
          1,
          1,
          null,
          null,
          0,
          0,
          null,
          null,
        ];
      }),
    ],
    [
      "accounts",
      accounts.map((account) => [
        ...[account.accountId, account.login, null, emailOf(account), "CA", "QC", CURRENCY, 0, 1, null, 0],
      ]),
    ],
    ["account_logins", accounts.map(({ loginId, accountId }) => [loginId, accountId, 1])],
    [
      "services",
      accounts.flatMap(({ accountId, changed, cancelled }) =>
        [...changed, ...cancelled].map((id) => [
          ...[id, accountId, PLAN, PLAN, null, "active", CYCLE, addDays(today, 200), planPrice(PLAN, CURRENCY, CYCLE)],
          ...[null, null, null],
        ]),
      ),
    ],
    [
      "domains",
      accounts.flatMap((account) =>
        domainsOf(account).map(({ id, name }) => [
          ...[id, account.accountId, name, "active", today, expiresOn, expiresOn],
          ...[domainPrices(name, CURRENCY).renew, 1, 0],
        ]),
      ),
    ],
  ];
  return tables.flatMap(insertions);
}

/** Registers their domains with the registrar. */
export function registerDomains(registry: SandboxRegistry, count: number): void {
  for (const account of campaignAccounts(count)) for (const { name } of domainsOf(account)) registry.register(name);
}
