import type { WhmcsOrder } from "../order-tables.ts";
import type { AddonActionRow, WhmcsState } from "../state.ts";
import { madeBy, mayBe } from "./ordered-items.ts";

/** Which orders an action may have placed: whom WHMCS notes an order for tells them apart, once an order has shown that it does. */
export class OwnOrders {
  readonly #state: WhmcsState;

  constructor(state: WhmcsState) {
    this.#state = state;
  }

  /** The account's highest order; 0 without any. */
  newest(client: number): number {
    return this.#ordersOf(client).reduce((most, { id }) => Math.max(most, id), 0);
  }

  /** The account's orders since the action began that belong to no other reference, and may be what was ordered. */
  of(row: AddonActionRow): number[] {
    const isShown = this.#state.addonOrdersNoted === true;
    const own = this.#candidates(row).filter((order) => !isShown || isNoted(order, row));
    return own.map(({ id }) => id);
  }

  /** Whether an order is the administrator's own; one that is noted for nobody may be a customer's. */
  isCertain(row: AddonActionRow, orderId: number): boolean {
    return this.#ordersOf(row.client).some(
      ({ id, adminRequestorId }) => id === orderId && adminRequestorId === row.administrator,
    );
  }

  /** The orders that are noted as one is that the action has placed for certain, this one among them. */
  like(row: AddonActionRow, placed: number): number[] {
    const own = this.#ordersOf(row.client).find(({ id }) => id === placed && id > row.watermark);
    this.#state.addonOrdersNoted = own !== undefined && isNoted(own, row);
    const alike = own ? this.#candidates(row).filter((order) => isNotedAlike(order, own)) : [];
    return [...new Set([placed, ...alike.map(({ id }) => id)])].toSorted((one, other) => one - other);
  }

  /** What an order made. */
  contents(orderId: number): { services: number[]; domains: number[] } {
    const lines = this.#state.orders.find(({ id }) => id === orderId)?.lines ?? [];
    return {
      services: lines.flatMap((line) => (line.kind === "product" ? [line.serviceId] : [])),
      domains: lines.flatMap((line) => (line.kind === "domain" ? [line.domainId] : [])),
    };
  }

  #candidates({ client, watermark, ordered }: AddonActionRow): WhmcsOrder[] {
    const rows = this.#state.addonActions ?? [];
    const taken = new Set(rows.flatMap((row) => (row.client === client ? [row.order] : [])));
    return this.#ordersOf(client).filter(
      ({ id }) => id > watermark && !taken.has(id) && mayBe(ordered, madeBy(this.#state, id)),
    );
  }

  #ordersOf(client: number): WhmcsOrder[] {
    return this.#state.orders.filter(({ clientId }) => clientId === client);
  }
}

/** For the action's administrator, or for nobody. */
function isNoted({ adminRequestorId, requestorId }: WhmcsOrder, { administrator }: AddonActionRow): boolean {
  return (adminRequestorId === 0 && requestorId === 0) || adminRequestorId === administrator;
}

function isNotedAlike(one: WhmcsOrder, other: WhmcsOrder): boolean {
  return one.adminRequestorId === other.adminRequestorId && one.requestorId === other.requestorId;
}
