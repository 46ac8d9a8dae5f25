import type { WhmcsOrder } from "../order-tables.ts";
import type { AddonActionRow, WhmcsState } from "../state.ts";
import { decimal } from "../wire-values.ts";
import { type AddonAnswer, refused, succeeded } from "./addon-answer.ts";
import type { LocalApi } from "./local-api.ts";

/** The members of `act`. */
export interface ActCall {
  client: number;
  reference: string;
  action: "AddOrder" | "UpgradeProduct";
  parameters: Record<string, unknown>;
  subtotal: string | null;
  take_back: boolean;
  memo: string;
}

const ALLOWED = new Set([
  ...["paymentmethod", "noemail", "noinvoiceemail", "promocode", "pid", "billingcycle", "domain", "domaintype"],
  ...["regperiod", "eppcode", "domainfields", "domainrenewals", "idprotection"],
  ...["nameserver1", "nameserver2", "nameserver3", "nameserver4", "nameserver5"],
  ...["serviceid", "type", "newproductid", "newproductbillingcycle"],
]);
const MAX_MEMO_BYTES = 8_192;

/** Orders once per reference: the addon's own table, and what it decides by the tables of orders and invoices. */
export class AddonActions {
  readonly #state: WhmcsState;
  readonly #adminId: () => number | null;
  /** Clients whose lock another process has. */
  readonly held = new Set<number>();

  constructor(state: WhmcsState, adminId: () => number | null) {
    this.#state = state;
    this.#adminId = adminId;
  }

  /** @throws ProcessEnded as `localApi` does: the row then stays as it is, and the lock is free */
  act({ client, reference, action, parameters, subtotal, take_back, memo }: ActCall, localApi: LocalApi): AddonAnswer {
    if (this.#adminId() === null) return refused(403, "no_administrator");
    const isAllowed = Object.keys(parameters).every((name) => ALLOWED.has(name));
    const isKnown = action === "AddOrder" || action === "UpgradeProduct";
    if (!isAllowed || !isKnown || Buffer.byteLength(memo) > MAX_MEMO_BYTES) return refused(400, "bad_parameters");
    if (this.held.has(client)) return refused(409, "busy");
    const before = this.#find(client, reference);
    if (before) return this.#settled(before, true);
    const watermark = this.#ordersOf(client).reduce((most, { id }) => Math.max(most, id), 0);
    const ids = { order: null, invoice: null, subtotal: null };
    const row: AddonActionRow = { client, reference, state: "under_way", watermark, memo, ...ids };
    this.#rows.push(row);
    const answer = localApi(action, { ...parameters, clientid: client });
    if (answer.result !== "success") {
      if (this.#candidates(row).length > 0) return this.#settled(row, true);
      this.#rows.splice(this.#rows.indexOf(row), 1);
      return outcome({ state: "refused", text: String(answer.message ?? "") });
    }
    // WHMCS acted twice: which of them is the one, nothing tells.
    if (this.#candidates(row).length > 1) return this.#settled(row, true);
    this.#note(row, Number(answer.orderid), localApi);
    if (subtotal !== null && row.subtotal !== null && row.subtotal !== subtotal && take_back) {
      this.#takeBack(row, localApi);
    }
    return this.#settled(row, true);
  }

  /** @param withdraw false: nothing is written */
  find(client: number, reference: string, withdraw: boolean): AddonAnswer {
    const row = this.#find(client, reference);
    if (row && row.state !== "under_way") return this.#settled(row, withdraw);
    if (this.held.has(client)) return outcome({ state: "under_way" });
    if (row) return this.#settled(row, withdraw);
    if (withdraw) {
      const nothing = { order: null, invoice: null, subtotal: null, memo: "", watermark: 0 };
      this.#rows.push({ client, reference, state: "withdrawn", ...nothing });
    }
    return outcome({ state: "absent" });
  }

  #settled(row: AddonActionRow, withdraw: boolean): AddonAnswer {
    const { order, invoice, subtotal, memo } = row;
    switch (row.state) {
      case "done":
        return outcome({ state: "done", order, invoice, subtotal, ...this.#made(order), memo });
      case "taken_back":
        return outcome({ state: "taken_back", order, invoice, subtotal, memo });
      case "withdrawn":
        return outcome({ state: "absent" });
      case "under_way": {
        const orders = this.#candidates(row);
        const [only] = orders;
        if (!only) {
          if (!withdraw) return outcome({ state: "under_way" });
          row.state = "withdrawn";
          return outcome({ state: "absent" });
        }
        if (orders.length > 1) return outcome({ state: "several", orders: orders.map(({ id }) => id), memo });
        const { subtotal: read } = this.#state.invoices.find(({ id }) => id === only.invoiceId) ?? {};
        const own = read === undefined ? null : decimal(read);
        Object.assign(row, { state: "done", order: only.id, invoice: only.invoiceId, subtotal: own });
        return this.#settled(row, withdraw);
      }
    }
  }

  #note(row: AddonActionRow, orderId: number, localApi: LocalApi): void {
    const order = this.#state.orders.find(({ id }) => id === orderId);
    Object.assign(row, { state: "done", order: orderId, invoice: order?.invoiceId ?? null });
    if (row.invoice === null) return;
    const { subtotal } = localApi("GetInvoice", { invoiceid: row.invoice });
    row.subtotal = subtotal === undefined ? null : Number(String(subtotal).replaceAll(",", "")).toFixed(2);
  }

  /** Only while nothing of it is paid. */
  #takeBack(row: AddonActionRow, localApi: LocalApi): void {
    const { status, balance, total, credit } = localApi("GetInvoice", { invoiceid: row.invoice });
    if (status !== "Unpaid" || String(balance) !== String(total) || Number(credit) > 0) return;
    localApi("CancelOrder", { orderid: row.order });
    if (this.#state.orders.some(({ id, status: now }) => id === row.order && now === "Cancelled")) {
      row.state = "taken_back";
    }
  }

  #made(orderId: number | null): { services: number[]; domains: number[] } {
    const lines = this.#state.orders.find(({ id }) => id === orderId)?.lines ?? [];
    return {
      services: lines.flatMap((line) => (line.kind === "product" ? [line.serviceId] : [])),
      domains: lines.flatMap((line) => (line.kind === "domain" ? [line.domainId] : [])),
    };
  }

  /** Orders that may be a row's: newer ones of the administrator that no other row has. */
  #candidates({ client, watermark }: AddonActionRow): WhmcsOrder[] {
    const taken = new Set(this.#rows.map(({ order }) => order));
    return this.#ordersOf(client).filter(
      ({ id, adminRequestorId }) => id > watermark && adminRequestorId === this.#adminId() && !taken.has(id),
    );
  }

  #ordersOf(client: number): WhmcsOrder[] {
    return this.#state.orders.filter(({ clientId }) => clientId === client);
  }

  #find(client: number, reference: string): AddonActionRow | undefined {
    return this.#rows.find((row) => row.client === client && row.reference === reference);
  }

  get #rows(): AddonActionRow[] {
    this.#state.addonActions ??= [];
    return this.#state.addonActions;
  }
}

function outcome(members: Record<string, unknown>): AddonAnswer {
  return succeeded({ outcome: members });
}
