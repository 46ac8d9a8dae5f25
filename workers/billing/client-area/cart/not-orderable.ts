import type { DomainOrderRequest } from "../../../../shared/billing-actions.ts";
import { CART_PATH, DOMAINS_PATH } from "../area-paths.ts";
import { asks, mayDo, type OwnRequest } from "../area-request.ts";
import { cartTexts } from "./cart-texts.ts";
import { showNothing } from "./order-parts.tsx";

/** The order that the cart's address speaks of. */
export interface NamedOrder extends DomainOrderRequest {
  /** As people write it. */
  shown: string;
}

/** Why a name cannot be ordered so, and what can be done instead. */
export async function showNotOrderable(own: OwnRequest, order: NamedOrder): Promise<Response> {
  const texts = cartTexts[own.visit.language];
  const { domain, type, availability, shown } = order;
  if (await isOwn(own, domain)) {
    const link = { path: `${DOMAINS_PATH}/${domain}`, label: texts.toYours };
    return showNothing(own, texts.isYours(shown), { link });
  }
  if (availability === "redemption" || availability === "pending_delete") {
    return showNothing(own, texts.leaving[availability](shown));
  }
  const instead = (other: typeof type, label: string) => ({
    link: { path: CART_PATH, parameters: { domain, type: other }, label },
  });
  if (type === "register") {
    if (availability === "taken") {
      return showNothing(own, texts.notRegistrable.taken(shown), instead("transfer", texts.transferInstead));
    }
    return showNothing(
      own,
      availability === "available" ? texts.onOrder(shown) : texts.notRegistrable.unavailable(shown),
    );
  }
  if (availability === "available") {
    return showNothing(own, texts.notTransferable.available(shown), instead("register", texts.registerInstead));
  }
  return showNothing(own, availability === "taken" ? texts.onOrder(shown) : texts.notTransferable.unavailable(shown));
}

/** Whether the account has the name, as far as the login may see that. */
async function isOwn(own: OwnRequest, domain: string): Promise<boolean> {
  if (!mayDo(own, "domains")) return false;
  const read = await own.reading.domain(asks(own, "domains"), domain);
  return read.ok && !["expired", "transferred_away", "cancelled", "fraud"].includes(read.value.status);
}
