import * as z from "zod";
import { refreshAddonProducts } from "../catalogue/addon-products.ts";
import { refreshPrices } from "../catalogue/refresh-prices.ts";
import type { WhmcsContext } from "../whmcs-context.ts";

/** The addon gives no more at once. */
const PAGE_EVENTS = 500;
const MAX_PAGES = 10;

const Events = z.object({
  events: z.array(z.object({ id: z.int().positive(), kind: z.string() })),
  last: z.int().min(0),
});

/**
 * Takes over what was changed in WHMCS since the last time, as its hooks have noted it: prices are read at once, and requests to cancel.
 * What was told is told again until it has been taken over.
 */
export async function followChanges(context: WhmcsContext, requestId: string): Promise<void> {
  const { api, bridge, cancellations, db, settings, now } = context;
  let after = (await db.prepare("SELECT last_event FROM addon").first<number>("last_event")) ?? 0;
  const kinds = new Set<string>();
  for (let page = 0; page < MAX_PAGES; page++) {
    const read = await bridge.call("events", { after }, Events, { requestId });
    if (read.kind !== "ok") return;
    for (const { kind } of read.value.events) kinds.add(kind);
    after = read.value.last;
    if (read.value.events.length < PAGE_EVENTS) break;
  }
  if (kinds.has("prices")) {
    await refreshPrices(context, requestId);
    await refreshAddonProducts(context, requestId);
  }
  if (kinds.has("cancellation")) await cancellations.refresh(api, settings.timeZone, requestId, now());
  await db.prepare("UPDATE addon SET last_event = ?").bind(after).run();
}
