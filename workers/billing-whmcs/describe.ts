import type { AccountLinks, BillingDescription } from "../../shared/billing-contract/description.ts";
import type { BillingResult } from "../../shared/billing-contract/result.ts";
import { actingNow } from "./acting/acting-switch.ts";
import type { WhmcsContext } from "./whmcs-context.ts";
import { TICKET_LIST } from "./whmcs-settings.ts";

/** The addon leads whoever may see a ticket to its page; a page of the provider's own stays. */
function withTicketPages(links: AccountLinks): AccountLinks {
  return links.ticket === TICKET_LIST ? { ...links, ticket: "/index.php?m=frontdesk&ticket={id}" } : links;
}

/** What this billing system is; of its own database alone, so that a billing system that is slow delays no page. */
export async function describe(context: WhmcsContext): Promise<BillingResult<BillingDescription>> {
  const { settings } = context;
  const [acting, bridge] = await Promise.all([actingNow(context), context.addon.bridge()]);
  const { demonstration, signInHost } = settings;
  const links = bridge ? withTicketPages(settings.links) : settings.links;
  return {
    ok: true,
    value: {
      demonstration,
      signIn: { kind: "redirect", host: signInHost },
      acts: acting !== null,
      links,
    },
  };
}
