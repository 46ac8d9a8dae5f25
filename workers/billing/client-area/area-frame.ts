import type { LoginCall, Permission } from "../../../shared/billing-contract/call.ts";
import type { AreaFrame, FramedPage } from "../../../shared/billing-contract/client-area.ts";
import { type BillingResult, ok } from "../../../shared/billing-contract/result.ts";
import { AREA_PATH } from "../../../shared/pages/sign-in/sign-in-address.ts";
import type { Language } from "../../../shared/platform/language.ts";
import type { BillingEngine } from "../engine/billing-engine.ts";
import type { HeldAccount } from "../engine/records/details.ts";
import { PATHS } from "./area-request.ts";
import { areaTexts } from "./area-texts.ts";

/**
 * The pages in the navigation, each with the permission that it requires. `null` means that every login may open the
 * page.
 */
const TABS = [
  ["overview", AREA_PATH, null],
  ["services", PATHS.services, "products"],
  ["domains", PATHS.domains, "domains"],
  ["invoices", PATHS.invoices, "invoices"],
  ["tickets", PATHS.tickets, "tickets"],
  ["assistants", "/connected-assistants", null],
  ["account", PATHS.account, null],
] as const satisfies [tab: keyof typeof areaTexts.en, path: string, permission: Permission | null][];

/** Returns the selected account of a login, or the first account if none is selected. */
export function selectedAccount(accounts: HeldAccount[], selected: number | undefined): HeldAccount | undefined {
  return accounts.find(({ id }) => id === selected) ?? accounts[0];
}

/** Returns the frame for pages about one account of a login. */
export function areaFrame(accounts: HeldAccount[], account: HeldAccount, language: Language): AreaFrame {
  const mayOpen = (permission: Permission | null) => permission === null || account.permissions.includes(permission);
  const tabs = TABS.filter(
    ([tab, , permission]) => mayOpen(permission) && (tab !== "tickets" || account.hasTickets),
  ).map(([tab, path]) => ({ path, label: areaTexts[language][tab] }));
  return { account: { id: account.id, name: account.name }, hasOthers: accounts.length > 1, tabs };
}

/** Returns the frame for a page outside the client area; `null` if the login has no account. */
export async function readFrame(
  engine: Pick<BillingEngine, "listHoldings">,
  call: LoginCall,
  { accountId, language }: FramedPage,
): Promise<BillingResult<AreaFrame | null>> {
  const held = await engine.listHoldings(call);
  if (!held.ok) return held;
  const account = selectedAccount(held.value, accountId);
  return ok(account ? areaFrame(held.value, account, language) : null);
}
