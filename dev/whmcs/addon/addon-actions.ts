import type { AddonActionRow, WhmcsState } from "../state.ts";
import { type ActCall, readActionKey } from "./act-call.ts";
import { type AddonAnswer, AddonRefusal, succeeded } from "./addon-answer.ts";
import { readInvoice } from "./addon-invoice.ts";
import { type LocalApi, ProcessEnded } from "./local-api.ts";
import { orderedBy } from "./ordered-items.ts";
import { OwnOrders } from "./own-orders.ts";

/**
 * Orders once per reference, as the addon's own `Actions.php` decides it: by its table, and by those of orders and invoices. One thing is
 * not there: a lock that is lost in the middle, since a call is worked on in one go.
 */
export class AddonActions {
  readonly #state: WhmcsState;
  readonly #adminId: () => number | null;
  readonly #own: OwnOrders;
  /** Clients whose lock another process has, for longer than is waited for it. */
  readonly held = new Set<number>();

  constructor(state: WhmcsState, adminId: () => number | null) {
    this.#state = state;
    this.#adminId = adminId;
    this.#own = new OwnOrders(state);
  }

  /**
   * @throws AddonRefusal before anything is done
   * @throws ProcessEnded as `localApi` does: the row then stays as it is, and the lock is free
   */
  act(call: ActCall, localApi: LocalApi): AddonAnswer {
    const { client, reference, action, parameters, subtotal, takeBack, memo } = call;
    const administrator = this.#adminId();
    if (administrator === null) throw new AddonRefusal("no_administrator");
    if (this.held.has(client)) throw new AddonRefusal("busy");
    const before = this.#find(client, reference);
    if (before) return this.#ended(before, true, localApi);
    // Their processes are gone: an order that is there by now may be theirs, one that comes from here on is not.
    for (const gone of this.#rows.filter((row) => row.client === client)) this.#ended(gone, true, localApi);
    const terms = { subtotal, takeBack, gateway: String(parameters.paymentmethod ?? "") };
    const noted = { administrator, watermark: this.#own.newest(client), ordered: orderedBy(parameters), terms, memo };
    const row: AddonActionRow = { ...newRow(client, reference, "under_way"), ...noted };
    this.#rows.push(row);
    const answer = localApi(action, parameters);
    if (answer.result !== "success") return this.#refused(row, answer, localApi);
    const order = wholeNumber(answer.orderid);
    if (order === null) return this.#ended(row, false, localApi);
    const alike = this.#own.like(row, order);
    if (alike.length > 1) return several(row, alike);
    row.order = order;
    row.invoice = wholeNumber(answer.invoiceid);
    row.services = idsIn(answer.serviceids ?? answer.productids);
    row.domains = idsIn(answer.domainids);
    return this.#judged(row, order, localApi);
  }

  /** @throws AddonRefusal before anything is done */
  find(given: Readonly<Record<string, unknown>>, localApi: LocalApi): AddonAnswer {
    const { client, reference } = readActionKey(given);
    const { withdraw = true } = given;
    if (typeof withdraw !== "boolean") throw new AddonRefusal("bad_parameters");
    const row = this.#find(client, reference);
    if (row && row.state !== "under_way") return outcomeOf(row);
    if (this.held.has(client)) return outcome({ state: "under_way" });
    if (row) return this.#ended(row, withdraw, localApi);
    if (withdraw) this.#rows.push(newRow(client, reference, "withdrawn"));
    return outcome({ state: "absent" });
  }

  /** After an error: nothing was done for certain where no order is there. */
  #refused(row: AddonActionRow, answer: Record<string, unknown>, localApi: LocalApi): AddonAnswer {
    if (this.#own.of(row).length > 0) return this.#ended(row, true, localApi);
    this.#rows.splice(this.#rows.indexOf(row), 1);
    return outcome({ state: "refused", text: String(answer.message ?? answer.warning ?? "") });
  }

  /** What became of a row that nobody is at work on. */
  #ended(row: AddonActionRow, withdraw: boolean, localApi: LocalApi): AddonAnswer {
    if (row.state !== "under_way") return outcomeOf(row);
    // Its process was gone while it compared prices.
    if (row.order !== null) return this.#judged(row, row.order, localApi);
    const own = this.#own.of(row);
    const [only] = own;
    if (own.length > 1 || (only !== undefined && !this.#own.isCertain(row, only))) return several(row, own);
    if (only === undefined) {
      if (!withdraw) return outcome({ state: "under_way" });
      row.state = "withdrawn";
      return outcomeOf(row);
    }
    row.order = only;
    row.invoice = this.#state.orders.find(({ id }) => id === only)?.invoiceId ?? null;
    Object.assign(row, this.#own.contents(only));
    return this.#judged(row, only, localApi);
  }

  /**
   * Ends an action whose order is known, as its invoice decides. Where an order is to be taken back and that cannot be done now, whoever
   * asks next tries again.
   */
  #judged(row: AddonActionRow, order: number, localApi: LocalApi): AddonAnswer {
    const { subtotal: agreed, takeBack, gateway } = row.terms;
    const invoice = row.invoice === null ? null : readInvoice(localApi, row.client, row.invoice);
    row.subtotal = invoice?.subtotal ?? null;
    const isOther = invoice !== null && agreed !== null && invoice.subtotal !== agreed;
    const isMoved = invoice?.gateway !== "" && invoice?.gateway.toLowerCase() !== gateway.toLowerCase();
    const isAtRisk = invoice?.canBeCaptured === true && !isMoved;
    const end = (state: "done" | "taken_back") => {
      row.state = state;
      if (state === "done" && invoice?.isUntouched && !isOther && row.ordered.changes.length === 0)
        this.#mail(row.invoice ?? 0, localApi);
      return outcomeOf(row);
    };
    if (this.#isCancelled(order)) return end("taken_back");
    if (row.invoice === null || !takeBack) return end("done");
    if (invoice === null) return outcome({ state: "under_way" });
    if (!invoice.isUntouched || (!isOther && !isAtRisk)) return end("done");
    return this.#cancel(order, localApi) ? end("taken_back") : outcome({ state: "under_way" });
  }

  /** The customer is told of a new invoice; an upgrade sends that mail by itself. */
  #mail(invoice: number, localApi: LocalApi): void {
    try {
      localApi("SendEmail", { messagename: "Invoice Created", id: invoice });
    } catch (error) {
      if (!(error instanceof ProcessEnded)) throw error;
    }
  }

  /** Whether it is cancelled then, its answer does not say. */
  #cancel(orderId: number, localApi: LocalApi): boolean {
    localApi("CancelOrder", { orderid: orderId });
    return this.#isCancelled(orderId);
  }

  #isCancelled(orderId: number): boolean {
    return this.#state.orders.some(({ id, status }) => id === orderId && status === "Cancelled");
  }

  #find(client: number, reference: string): AddonActionRow | undefined {
    return this.#rows.find((row) => row.client === client && row.reference === reference);
  }

  get #rows(): AddonActionRow[] {
    this.#state.addonActions ??= [];
    return this.#state.addonActions;
  }
}

function newRow(client: number, reference: string, state: AddonActionRow["state"]): AddonActionRow {
  const nothing = { order: null, invoice: null, subtotal: null, services: [], domains: [] };
  const ordered = { products: [], domains: [], renewals: [], changes: [] };
  const terms = { subtotal: null, takeBack: false, gateway: "" };
  return { client, reference, state, administrator: 0, watermark: 0, ordered, terms, memo: "", ...nothing };
}

function outcomeOf({ state, order, invoice, subtotal, services, domains, memo }: AddonActionRow): AddonAnswer {
  switch (state) {
    case "done":
      return outcome({ state, order, invoice, subtotal, services, domains, memo });
    case "taken_back":
      return outcome({ state, order, invoice, subtotal, memo });
    case "withdrawn":
      return outcome({ state: "absent" });
    case "under_way":
      return outcome({ state });
  }
}

function several({ memo }: AddonActionRow, orders: number[]): AddonAnswer {
  return outcome({ state: "several", orders, memo });
}

function outcome(members: Record<string, unknown>): AddonAnswer {
  return succeeded({ outcome: members });
}

/** Null for 0 and for what is no number. */
function wholeNumber(written: unknown): number | null {
  return Number.parseInt(String(written), 10) || null;
}

/** Of numbers with commas. */
function idsIn(written: unknown): number[] {
  return String(written ?? "")
    .split(",")
    .flatMap((one) => wholeNumber(one) ?? []);
}
