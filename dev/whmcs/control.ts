import type { Installation } from "./actions/action.ts";
import { ACTIONS } from "./actions/index.ts";
import type { WhmcsOrder } from "./order-tables.ts";
import { runDaily } from "./provisioning/daily-run.ts";
import { payInvoice } from "./provisioning/invoicing.ts";
import { type OrderRequest, placeOrder, type Requestor } from "./provisioning/order-placement.ts";

/** The ordered items, with the account's id. */
type HandOrder = Omit<OrderRequest, "client" | "paymentMethod"> & { clientId: number; paymentMethod?: string };

/** Changes that customers, staff and the clock make in an installation while programs call it. */
export class Control {
  readonly #installation: Installation;

  constructor(installation: Installation) {
    this.#installation = installation;
  }

  /**
   * Places an order without the API.
   * @throws {Error} if none of its items is sold
   */
  order({ clientId, paymentMethod = "mailin", ...request }: HandOrder, by: Requestor): WhmcsOrder {
    const client = this.#installation.state.clients.find(({ id }) => id === clientId);
    const order = client && placeOrder(this.#installation, { ...request, client, paymentMethod }, by);
    if (!order) throw new Error(`nothing that account ${clientId} orders is sold`);
    return order;
  }

  /** Changes a service to another product, as if its customer had ordered the change. */
  upgrade(serviceid: number, newproductid: number, newproductbillingcycle: string): void {
    const asked = { serviceid, newproductid, newproductbillingcycle, type: "product", paymentmethod: "mailin" };
    ACTIONS.UpgradeProduct?.({ ...this.#installation, adminId: 0 }, asked);
  }

  /**
   * Pays the rest of an invoice.
   * @throws {Error} if nothing is left to pay
   */
  pay(invoiceId: number): void {
    if (!payInvoice(this.#installation, invoiceId)) throw new Error(`invoice ${invoiceId} cannot be paid`);
  }

  /** Runs the daily work for the current day of the installation's clock. */
  runDay(): void {
    runDaily(this.#installation);
  }
}
