import type { Installation, JournalAnswer } from "./actions/action.ts";
import { upgradeProduct } from "./actions/upgrades.ts";
import { formOf } from "./addon/local-api.ts";
import type { WhmcsOrder } from "./order-tables.ts";
import { runDaily } from "./provisioning/daily-run.ts";
import { payInvoice } from "./provisioning/invoicing.ts";
import { type OrderRequest, placeOrder, type Requestor } from "./provisioning/order-placement.ts";
import { RequestParameters } from "./request-parameters.ts";

/** What is ordered, by the account's id. */
export type HandOrder = Omit<OrderRequest, "client" | "paymentMethod"> & { clientId: number; paymentMethod?: string };

/** What customers, staff and the clock do with an installation while programs talk to it. */
export class Control {
  readonly #installation: Installation;

  constructor(installation: Installation) {
    this.#installation = installation;
  }

  /** An order that was not placed through the API. @throws where nothing of it is sold */
  order({ clientId, paymentMethod, ...request }: HandOrder, by: Requestor): WhmcsOrder {
    const { clients, gateways } = this.#installation.state;
    const client = clients.find(({ id }) => id === clientId);
    if (!client) throw new Error(`no account ${clientId}`);
    const method = paymentMethod ?? gateways[0]?.module ?? "";
    const order = placeOrder(this.#installation, { ...request, client, paymentMethod: method }, by);
    if (!order) throw new Error("nothing of the order is sold");
    return order;
  }

  /** A change of a service to another product, as its customer orders it. @throws where it is not taken */
  upgrade(serviceId: number, productId: number, cycle: string): void {
    const { state } = this.#installation;
    const asked = { serviceid: serviceId, newproductid: productId, newproductbillingcycle: cycle };
    const paymentmethod = state.gateways[0]?.module ?? "";
    const byNoAdministrator = { ...this.#installation, adminId: 0 };
    taken(
      upgradeProduct(byNoAdministrator, new RequestParameters(formOf({ ...asked, type: "product", paymentmethod }))),
    );
  }

  /** @throws where nothing is left to pay */
  pay(invoiceId: number): void {
    if (!payInvoice(this.#installation, invoiceId)) throw new Error(`invoice ${invoiceId} is not to be paid`);
  }

  /** The work of a day, which is that of the installation's clock. */
  runDay(): void {
    runDaily(this.#installation);
  }
}

function taken(answer: JournalAnswer): void {
  if ("error" in answer) throw new Error(answer.error);
}
