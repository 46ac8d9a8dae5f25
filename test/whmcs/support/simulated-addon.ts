import type { Fault } from "../../../dev/whmcs/faults.ts";
import { productOf } from "../../../dev/whmcs/seed.ts";
import type { WhmcsState } from "../../../dev/whmcs/state.ts";
import { WhmcsSimulator } from "../../../dev/whmcs/whmcs-simulator.ts";
import { decimal } from "../../../dev/whmcs/wire-values.ts";
import {
  type AddonInstallation,
  CLIENT,
  type Met,
  type OrderMade,
  type OtherThing,
  type Who,
} from "./addon-installation.ts";
import { signedCall } from "./signed-call.ts";

const PLAN = { productId: productOf("web-plus"), cycle: "monthly", domain: "" };
const OTHER = { ...PLAN, productId: productOf("web-pro") };

/** The simulated WHMCS installation with its addon. */
export class SimulatedAddon implements AddonInstallation {
  readonly plan = { paymentmethod: "mailin", pid: [PLAN.productId], billingcycle: [PLAN.cycle] };
  readonly price: string;
  readonly #simulator: WhmcsSimulator;
  readonly #before: WhmcsState;

  private constructor(simulator: WhmcsSimulator) {
    const { control, state } = simulator;
    const { invoiceId } = control.order({ clientId: CLIENT, products: [PLAN] }, { userId: 11 });
    this.price = decimal(state.invoices.find(({ id }) => id === invoiceId)?.subtotal ?? 0);
    this.#simulator = simulator;
    this.#before = structuredClone(state);
  }

  static async start(): Promise<SimulatedAddon> {
    return new SimulatedAddon(await WhmcsSimulator.start());
  }

  reset(): void {
    const { state } = this.#simulator;
    delete state.addonOrdersNoted;
    Object.assign(state, structuredClone(this.#before));
  }

  async call(name: string, members: object): Promise<Response> {
    const { url, addon } = this.#simulator;
    return signedCall(url, addon.options.key, name, members);
  }

  meet(met: Met | null): void {
    const { faults } = this.#simulator;
    faults.clear();
    if (met) faults.plan(faultOf(met), { action: met.action });
  }

  orders(): OrderMade[] {
    const { orders } = this.#simulator.state;
    return orders.flatMap(({ id, status, clientId, invoiceId, lines }) => {
      const services = lines.flatMap((line) => (line.kind === "product" ? [line.serviceId] : []));
      return clientId === CLIENT ? [{ id, status, invoice: invoiceId ?? 0, services }] : [];
    });
  }

  order(who: Who, what: OtherThing): void {
    const { control, addon } = this.#simulator;
    const by = who === "a user" ? { userId: 11 } : { adminId: addon.options.administrator?.id ?? 0 };
    control.order({ clientId: CLIENT, products: [what === "the same" ? PLAN : OTHER] }, by);
  }

  async whileLocked<Result>(work: () => Promise<Result>): Promise<Result> {
    const { held } = this.#simulator.addon.orders;
    held.add(CLIENT);
    return work().finally(() => held.delete(CLIENT));
  }

  stop(): Promise<void> {
    return this.#simulator.stop();
  }
}

const ENDS: Fault = { kind: "html_500" };

function faultOf({ action, work = 1, answer, changes }: Met): Fault {
  const changed: Fault = {
    kind: "changed",
    change: (members) => ({ ...(work === 0 ? {} : members), ...changes }),
  };
  const says: Fault = { kind: "error", text: `said by ${action}` };
  const met = answer === "none" ? ENDS : answer === "error" ? says : changes ? changed : null;
  return action === "GetInvoice" && met ? met : { kind: "write", times: work, afterMs: 0, answer: met };
}
