import type { DomainOrderRequest } from "../../../../shared/billing-contract/actions.ts";
import { brokenNameRule } from "../../../../shared/domain-names/name-rules.ts";
import { typeset } from "../../../../shared/pages/french-typography.ts";
import type { Language } from "../../../../shared/platform/language.ts";
import { extensionOf } from "../../engine/catalogue/extension-prices.ts";
import { CART_PATH, DOMAINS_PATH } from "../area-paths.ts";
import { asks, mayDo, type OwnRequest } from "../area-request.ts";
import { cartTexts } from "./cart-texts.ts";
import type { NothingLink } from "./nothing-to-order.tsx";
import { showNothing } from "./order-parts.tsx";

/** The order that the cart's address speaks of. */
export interface NamedOrder extends DomainOrderRequest {
  /** As people write it. */
  shown: string;
}

/** Why a name cannot be ordered so, and what can be done instead. */
export async function showNotOrderable(own: OwnRequest, order: NamedOrder): Promise<Response> {
  const texts = cartTexts[own.visit.language];
  const { domain, shown } = order;
  if (await isOwn(own, domain)) {
    const link = { path: `${DOMAINS_PATH}/${domain}`, label: texts.toYours };
    return showNothing(own, texts.isYours(shown), { link });
  }
  const broken = brokenNameRule(shown, extensionOf(domain));
  if (broken) return showNothing(own, typeset(broken, own.visit.language));
  const { why, link } = obstacleWords(order, own.visit.language) ?? { why: texts.onOrder(shown), link: null };
  return showNothing(own, why, { link });
}

/** Whether a name can be ordered so by what its registry says: null, or why not and what can be done instead. */
export function obstacleWords(
  { domain, type, availability, shown }: NamedOrder,
  language: Language,
): { why: string; link: NothingLink | null } | null {
  const texts = cartTexts[language];
  const instead = (other: typeof type, label: string): NothingLink => ({
    path: CART_PATH,
    parameters: { domain, type: other },
    label,
  });
  switch (availability) {
    case "unknown":
      return null;
    case "redemption":
    case "pending_delete":
      return { why: texts.leaving[availability](shown), link: null };
    case "unavailable":
      return {
        why: (type === "register" ? texts.notRegistrable : texts.notTransferable).unavailable(shown),
        link: null,
      };
    case "taken":
      return type === "transfer"
        ? null
        : { why: texts.notRegistrable.taken(shown), link: instead("transfer", texts.transferInstead) };
    case "available":
      return type === "register"
        ? null
        : { why: texts.notTransferable.available(shown), link: instead("register", texts.registerInstead) };
  }
}

/** Whether the account has the name, as far as the login may see that. */
async function isOwn(own: OwnRequest, domain: string): Promise<boolean> {
  if (!mayDo(own, "domains")) return false;
  const read = await own.engine.readDomain(asks(own, "domains"), domain);
  return read.ok && !["expired", "transferred_away", "cancelled", "fraud"].includes(read.value.status);
}
