import { domainPrices, planPrice } from "../../../../dev/seed/customers/price-list.ts";
import { cycleInWords, inWords } from "../../../../dev/whmcs/cycles.ts";
import { productOf, seededState, storedCard } from "../../../../dev/whmcs/seed.ts";
import type { WhmcsState } from "../../../../dev/whmcs/state.ts";
import { addDays } from "../../../../shared/platform/calendar.ts";
import {
  type CampaignAccount,
  CURRENCY,
  CYCLE,
  campaignAccounts,
  domainsOf,
  emailOf,
  PLAN,
  passwordOf,
} from "../../faults/harness/accounts.ts";

/** The registrars. The first returns the auth code, the second sends it by e-mail, and the third has no lock. */
const REGISTRARS = ["enom", "mailer", "lockless"];
const REGISTERED_ON = "2024-03-10";

/** Returns the data of an installation with the given number of campaign accounts. */
export function campaignState(today: Date, count: number): WhmcsState {
  const state = seededState(today);
  const day = today.toISOString().slice(0, 10);
  for (const account of campaignAccounts(count)) addClient(state, account, day);
  return state;
}

function addClient(state: WhmcsState, account: CampaignAccount, today: string): void {
  const { loginId, accountId, login, changed, cancelled } = account;
  const person = { firstName: login, lastName: "Maple", email: emailOf(account) };
  state.users.push({
    ...{ id: loginId, email: person.email, password: passwordOf(account), totpSecret: null },
  });
  state.memberships.push({ userId: loginId, clientId: accountId, isOwner: true, permissions: [] });
  state.clients.push({
    ...{ id: accountId, company: "", country: "CA", state: "QC", currency: CURRENCY },
    ...{ ...person, credit: 0, status: "Active", language: "english" },
  });
  state.payMethods.push(storedCard(accountId, accountId));
  for (const id of [...changed, ...cancelled]) {
    state.services.push({
      ...{ id, clientId: accountId, productId: productOf(PLAN), name: inWords(PLAN), domain: "", status: "Active" },
      ...{ billingCycle: cycleInWords(CYCLE), nextDueOn: addDays(today, 200) },
      amount: planPrice(PLAN, CURRENCY, CYCLE),
    });
  }
  const expiresOn = addDays(today, 300);
  for (const { id, name } of domainsOf(account)) {
    const registrar = REGISTRARS[accountId % REGISTRARS.length] ?? "";
    state.domains.push({
      ...{ id, clientId: accountId, name, status: "Active", registeredOn: REGISTERED_ON, registrar },
      ...{ expiresOn, nextDueOn: expiresOn, amount: domainPrices(name, CURRENCY).renew, years: 1, doesNotRenew: false },
    });
  }
}
