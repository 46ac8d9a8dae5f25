import { scryptSync } from "node:crypto";
import type { SandboxRegistry } from "../../../../dev/sandbox/sandbox-registry.ts";
import { domainPrices, planPrice } from "../../../../dev/seed/customers/price-list.ts";
import type { Table } from "../../../../dev/seed/seed-types.ts";
import { insertions } from "../../../../dev/seed/statements.ts";
import { addDays } from "../../../../shared/platform/calendar.ts";

/** One customer: a login with one account, and in it two of everything that can be acted on. */
export interface CampaignAccount {
  loginId: number;
  accountId: number;
  /** Name and password of the login before and after what all have. */
  login: string;
  renewed: [string, string];
  leaving: [string, string];
  changed: [number, number];
  cancelled: [number, number];
}

const CURRENCY = "CAD";
const CYCLE = "annually";
const PLAN = "web-plus";
const SALT = "5f0c1d2e3a4b59687786a5b4c3d2e1f0";
const COST = 2;

export function campaignAccount(number: number): CampaignAccount {
  const login = `c${number}`;
  const service = 500_000 + number * 10;
  return {
    loginId: 20_000 + number,
    accountId: 20_000 + number,
    login,
    renewed: [`${login}-renewed.com`, `${login}-renewed-too.com`],
    // A registry that lets a name go as soon as it is registered.
    leaving: [`${login}-leaving.eu`, `${login}-leaving-too.eu`],
    changed: [service, service + 1],
    cancelled: [service + 2, service + 3],
  };
}

export const emailOf = ({ login }: CampaignAccount): string => `${login}@maple.example`;
export const passwordOf = ({ login }: CampaignAccount): string => `maple-${login}`;

const all = (count: number) => Array.from({ length: count }, (_, number) => campaignAccount(number));
const domainsOf = ({ renewed, leaving }: CampaignAccount) => [...renewed, ...leaving];

/** The statements that add so many accounts to the billing system's database. */
export function seededAccounts(count: number): string[] {
  const accounts = all(count);
  const today = new Date().toISOString().slice(0, 10);
  const expiresOn = `${Number(today.slice(0, 4)) + 1}${today.slice(4)}`;
  const tables: Table[] = [
    [
      "logins",
      accounts.map((account) => {
        const hash = scryptSync(passwordOf(account), Buffer.from(SALT, "hex"), 32, { N: COST, r: 1, p: 1 });
        return [account.loginId, emailOf(account), "en", hash.toString("hex"), SALT, COST, 1, 1, null, null];
      }),
    ],
    [
      "accounts",
      accounts.map((account) => [
        ...[account.accountId, account.login, null, emailOf(account), "CA", "QC", CURRENCY, 0, 1, null],
      ]),
    ],
    ["account_logins", accounts.map(({ loginId, accountId }) => [loginId, accountId, 1])],
    [
      "services",
      accounts.flatMap(({ accountId, changed, cancelled }) =>
        [...changed, ...cancelled].map((id) => [
          ...[id, accountId, PLAN, PLAN, null, "active", CYCLE, addDays(today, 200), planPrice(PLAN, CURRENCY, CYCLE)],
        ]),
      ),
    ],
    [
      "domains",
      accounts.flatMap((account) =>
        domainsOf(account).map((name, index) => [
          ...[600_000 + account.accountId * 10 + index, account.accountId, name, "active", today, expiresOn, expiresOn],
          ...[domainPrices(name, CURRENCY).renew, 1, 0],
        ]),
      ),
    ],
  ];
  return tables.flatMap(insertions);
}

/** Registers their domains with the registrar. */
export function registerDomains(registry: SandboxRegistry, count: number): void {
  for (const account of all(count)) for (const name of domainsOf(account)) registry.register(name);
}
