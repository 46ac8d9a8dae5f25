import type { AddonActionRow, WhmcsOrder } from "../order-tables.ts";
import type { Parameters } from "../parameters.ts";
import type { WhmcsState } from "../state.ts";
import {
  type ActCall,
  type AddonAnswer,
  AddonRefusal,
  readActionKey,
  succeeded,
  writtenAmount,
} from "./addon-calls.ts";
import { type LocalApi, ProcessEnded } from "./local-api.ts";
import { madeBy, mayBeSame, orderedBy } from "./ordered-items.ts";

/**
 * A simulation of the addon's `Actions.php`, which places only one order per reference. It uses the addon's table of
 * actions, and WHMCS's tables of orders and invoices. It does not simulate a lock that is lost during a call, because a
 * call runs without interruption.
 */
export class AddonOrders {
  readonly #state: WhmcsState;
  readonly #adminId: () => number | null;
  /** The clients whose lock another process holds for longer than the addon waits. */
  readonly held = new Set<number>();

  constructor(state: WhmcsState, adminId: () => number | null) {
    this.#state = state;
    this.#adminId = adminId;
  }

  /**
   * Places an order, or returns the outcome of its reference.
   * @throws {AddonRefusal} before anything is done
   * @throws {ProcessEnded} if `localApi` throws it; the row then stays as it is, and the lock is released
   */
  act(call: ActCall, localApi: LocalApi): AddonAnswer {
    const { client, reference, action, parameters, subtotal, takeBack, memo } = call;
    const administrator = this.#adminId();
    if (administrator === null) throw new AddonRefusal("no_administrator");
    if (this.held.has(client)) throw new AddonRefusal("busy");
    const before = this.#find(client, reference);
    if (before) return this.#ended(before, true, localApi);
    // The processes of these rows have ended. Determine their outcomes before the new order is placed. An existing
    // order may belong to one of these rows, but a later order cannot.
    for (const gone of this.#rows.filter((row) => row.client === client)) this.#ended(gone, true, localApi);
    const terms = { subtotal, takeBack, gateway: String(parameters.paymentmethod ?? "") };
    const watermark = this.#ordersOf(client).reduce((most, { id }) => Math.max(most, id), 0);
    const noted = { administrator, watermark, ordered: orderedBy(parameters), terms, memo };
    const row: AddonActionRow = { ...newRow(client, reference, "under_way"), ...noted };
    this.#rows.push(row);
    const answer = localApi(action, parameters);
    if (answer.result !== "success") return this.#refused(row, answer, localApi);
    const order = wholeNumber(answer.orderid);
    if (order === null) return this.#ended(row, false, localApi);
    const alike = this.#alike(row, order);
    if (alike.length > 1) return several(row, alike);
    row.order = order;
    row.invoice = wholeNumber(answer.invoiceid);
    row.services = idsIn(answer.serviceids ?? answer.productids);
    row.domains = idsIn(answer.domainids);
    return this.#judged(row, order, localApi);
  }

  /**
   * Returns the outcome of a reference.
   * @throws {AddonRefusal} before anything is done
   */
  find(given: Parameters, localApi: LocalApi): AddonAnswer {
    const { client, reference } = readActionKey(given);
    const { withdraw = true } = given;
    if (typeof withdraw !== "boolean") throw new AddonRefusal("bad_parameters");
    const row = this.#find(client, reference);
    if (row && row.state !== "under_way") return this.#outcomeOf(row, localApi);
    if (this.held.has(client)) return outcome({ state: "under_way" });
    if (row) return this.#ended(row, withdraw, localApi);
    if (withdraw) this.#rows.push(newRow(client, reference, "withdrawn"));
    return outcome({ state: "absent" });
  }

  /** Handles an error of WHMCS. If there is no order, nothing can have been done. */
  #refused(row: AddonActionRow, answer: Record<string, unknown>, localApi: LocalApi): AddonAnswer {
    if (this.#own(row).length > 0) return this.#ended(row, true, localApi);
    this.#rows.splice(this.#rows.indexOf(row), 1);
    return outcome({ state: "refused", text: String(answer.message ?? answer.warning ?? "") });
  }

  /** Returns the outcome of a row that no process is working on. */
  #ended(row: AddonActionRow, withdraw: boolean, localApi: LocalApi): AddonAnswer {
    if (row.state !== "under_way") return this.#outcomeOf(row, localApi);
    // The row's process ended while it compared prices.
    if (row.order !== null) return this.#judged(row, row.order, localApi);
    const own = this.#own(row);
    const [only] = own;
    // An order without an administrator may have been placed by a customer.
    if (own.length > 1 || (only && only.adminRequestorId !== row.administrator)) {
      const ids = own.map(({ id }) => id);
      return several(row, ids);
    }
    if (only === undefined) {
      if (!withdraw) return outcome({ state: "under_way" });
      row.state = "withdrawn";
      return this.#outcomeOf(row, localApi);
    }
    row.order = only.id;
    row.invoice = only.invoiceId;
    row.services = only.lines.flatMap((line) => (line.kind === "product" ? [line.serviceId] : []));
    row.domains = only.lines.flatMap((line) => (line.kind === "domain" ? [line.domainId] : []));
    return this.#judged(row, only.id, localApi);
  }

  /**
   * Ends an action with a known order, depending on the order's invoice. If the order must be cancelled and that fails
   * now, the next request for the outcome tries again.
   */
  #judged(row: AddonActionRow, order: number, localApi: LocalApi): AddonAnswer {
    const invoice = readInvoice(localApi, row);
    row.subtotal = invoice?.subtotal ?? null;
    row.differs = invoice?.differs ?? [];
    const end = (state: "done" | "taken_back") => {
      row.state = state;
      // WHMCS sends the e-mail about an upgrade's invoice automatically.
      const isAgreed = invoice?.isUntouched && !row.differs.includes("price");
      const isMailed = state === "done" && isAgreed && !row.ordered.some(({ kind }) => kind === "upgrade");
      if (isMailed) orLost(() => localApi("SendEmail", { messagename: "Invoice Created", id: row.invoice }));
      return this.#outcomeOf(row, localApi);
    };
    if (this.#isCancelled(order)) return end("taken_back");
    if (row.invoice !== null && invoice === null) return outcome({ state: "under_way" });
    const isAsOrdered = !row.differs.some((difference) => difference === "price" || difference === "gateway");
    if (!invoice?.isUntouched || !row.terms.takeBack || isAsOrdered) return end("done");
    localApi("CancelOrder", { orderid: order });
    // The result does not show whether the order is now cancelled.
    return this.#isCancelled(order) ? end("taken_back") : outcome({ state: "under_way" });
  }

  #isCancelled(orderId: number): boolean {
    return this.#state.orders.some(({ id, status }) => id === orderId && ["Cancelled", "Fraud"].includes(status));
  }

  #outcomeOf(row: AddonActionRow, localApi: LocalApi): AddonAnswer {
    const { state, order, invoice, subtotal, differs, services, domains, memo } = row;
    const known = { order, invoice, subtotal, differs, memo };
    if (state === "withdrawn") return outcome({ state: "absent" });
    if (state === "under_way") return outcome({ state });
    const isDone = state === "done" && !this.#isUndone(row, localApi);
    return outcome(isDone ? { state, ...known, services, domains } : { state: "taken_back", ...known });
  }

  /** Returns whether staff cancelled the order after the action was done, and the invoice is missing or not paid. */
  #isUndone(row: AddonActionRow, localApi: LocalApi): boolean {
    if (row.order === null || !this.#isCancelled(row.order)) return false;
    const status = readInvoice(localApi, row)?.status;
    return status === undefined || status === "unpaid" || status === "cancelled";
  }

  /**
   * Returns the orders that an action may have placed. If WHMCS is known to record the administrator of an order,
   * orders of other administrators and users are left out.
   */
  #own(row: AddonActionRow): WhmcsOrder[] {
    return this.#candidates(row).filter((order) => this.#state.addonOrdersNoted !== true || isNoted(order, row));
  }

  /**
   * Returns the ids of `placed`, which the action has certainly placed, and of all candidates from the same
   * administrator or user.
   */
  #alike(row: AddonActionRow, placed: number): number[] {
    const own = this.#ordersOf(row.client).find(({ id }) => id === placed && id > row.watermark);
    this.#state.addonOrdersNoted = own !== undefined && isNoted(own, row);
    const alike = this.#candidates(row).flatMap(({ id, adminRequestorId, requestorId }) =>
      adminRequestorId === own?.adminRequestorId && requestorId === own.requestorId ? [id] : [],
    );
    return [...new Set([placed, ...alike])].toSorted((one, other) => one - other);
  }

  /**
   * Returns the account's orders since the action began that may have a requested item and belong to no other
   * reference.
   */
  #candidates({ client, watermark, ordered }: AddonActionRow): WhmcsOrder[] {
    const taken = new Set(this.#rows.flatMap((row) => (row.client === client ? [row.order] : [])));
    return this.#ordersOf(client).filter((order) => {
      if (order.id <= watermark || taken.has(order.id)) return false;
      const made = order.lines.flatMap((line) => madeBy(this.#state, line) ?? []);
      return made.length === 0 || ordered.some((item) => made.some((one) => mayBeSame(item, one)));
    });
  }

  #ordersOf(client: number): WhmcsOrder[] {
    return this.#state.orders.filter(({ clientId }) => clientId === client);
  }

  #find(client: number, reference: string): AddonActionRow | undefined {
    return this.#rows.find((row) => row.client === client && row.reference === reference);
  }

  get #rows(): AddonActionRow[] {
    return this.#state.addonActions;
  }
}

/** Returns whether an order names the action's administrator, or nobody. */
function isNoted({ adminRequestorId, requestorId }: WhmcsOrder, { administrator }: AddonActionRow): boolean {
  return (adminRequestorId === 0 && requestorId === 0) || adminRequestorId === administrator;
}

/**
 * Returns the facts about an invoice that decide the outcome of its order: how the invoice differs, and whether any
 * part of it was paid with money or credit (see the addon's own `Invoice.php`).
 * @returns `null` if there is no invoice, or if it belongs to another account or is unreadable
 * @throws {ProcessEnded} if `localApi` throws it
 */
function readInvoice(localApi: LocalApi, { client, terms, invoice: id }: AddonActionRow) {
  if (id === null) return null;
  const answer = localApi("GetInvoice", { invoiceid: id });
  if (answer.result !== "success" || Number(answer.userid) !== client) return null;
  const [subtotal, credit, total, balance] = ["subtotal", "credit", "total", "balance"].map((name) =>
    writtenAmount(answer[name]),
  );
  if (!subtotal) return null;
  const status = String(answer.status ?? "").toLowerCase();
  const gateway = String(answer.paymentmethod ?? "").toLowerCase();
  const differs: AddonActionRow["differs"] = terms.subtotal !== null && subtotal !== terms.subtotal ? ["price"] : [];
  if ([true, 1, "1", "true", "on", "yes"].includes(answer.ccgateway as string)) {
    const isMoved = gateway !== "" && gateway !== terms.gateway.toLowerCase();
    differs.push(isMoved ? "moved" : status === "unpaid" ? "gateway" : "paid");
  }
  const isDueWhole = balance !== null && balance === total;
  return { subtotal, status, isUntouched: status === "unpaid" && credit === "0.00" && isDueWhole, differs };
}

function newRow(client: number, reference: string, state: AddonActionRow["state"]): AddonActionRow {
  const unknown = { order: null, invoice: null, subtotal: null };
  const nothing = { ...unknown, differs: [], services: [], domains: [], ordered: [], memo: "" };
  const terms = { subtotal: null, takeBack: false, gateway: "" };
  return { client, reference, state, administrator: 0, watermark: 0, terms, ...nothing };
}

function several({ memo }: AddonActionRow, orders: number[]): AddonAnswer {
  return outcome({ state: "several", orders, memo });
}

function outcome(members: Record<string, unknown>): AddonAnswer {
  return succeeded({ outcome: members });
}

function orLost(call: () => unknown): void {
  try {
    call();
  } catch (error) {
    if (!(error instanceof ProcessEnded)) throw error;
  }
}

/** Parses a whole number; `null` for 0 and for any text that is not a number. */
function wholeNumber(written: unknown): number | null {
  return Number.parseInt(String(written), 10) || null;
}

/** Returns the ids in a comma-separated text. */
function idsIn(written: unknown): number[] {
  return String(written ?? "")
    .split(",")
    .flatMap((one) => wholeNumber(one) ?? []);
}
