import { LIMITS } from "../../../dev/whmcs/addon/addon-lists.ts";
import type { Fault } from "../../../dev/whmcs/faults.ts";
import type { Requestor } from "../../../dev/whmcs/provisioning/order-placement.ts";
import { productOf } from "../../../dev/whmcs/seed.ts";
import type { WhmcsState } from "../../../dev/whmcs/state.ts";
import { WhmcsSimulator } from "../../../dev/whmcs/whmcs-simulator.ts";
import { decimal } from "../../../dev/whmcs/wire-values.ts";
import type { AddonCase, Met, OtherThing, Who } from "./addon-cases.ts";
import { type AddonInstallation, CLIENT, type OrderMade } from "./addon-installation.ts";
import { signedCall } from "./signed-call.ts";

type Signed = Parameters<AddonInstallation["call"]>[2];
const FIRST_KEY = "first-key";
const PLAN = { productId: productOf("web-plus"), cycle: "monthly", domain: "" };
const ADMINISTRATORS = { "another administrator": 8, nobody: 0 };
const OTHER = { ...PLAN, productId: productOf("web-pro") };

/** The simulated installation. */
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
    const simulator = await WhmcsSimulator.start();
    simulator.addon.options.key = FIRST_KEY;
    return new SimulatedAddon(simulator);
  }

  reset({ notedFor }: Pick<AddonCase, "notedFor">): void {
    const { installation, state, addon } = this.#simulator;
    delete state.addonActions;
    delete state.addonOrdersNoted;
    Object.assign(state, structuredClone(this.#before));
    Object.assign(addon.options, { key: FIRST_KEY, signedCalls: LIMITS.SIGNED });
    installation.adminId = notedFor ? ADMINISTRATORS[notedFor] : (addon.options.administrator?.id ?? 0);
  }

  async call(name: string, members: object, { key, secondsAhead }: Signed = {}): Promise<Response> {
    return signedCall(this.#simulator.url, key ?? (await this.key()), name, members, secondsAhead);
  }

  async key(): Promise<string> {
    return this.#simulator.addon.options.key;
  }

  async rotateKey(): Promise<void> {
    const { options } = this.#simulator.addon;
    Object.assign(options, { previousKey: options.key, key: "another-key" });
  }

  async endPreviousKey(): Promise<void> {
    const { options } = this.#simulator.addon;
    options.previousKey = undefined;
  }

  spendCalls(): void {
    this.#simulator.addon.options.signedCalls = 0;
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
    const { control, state } = this.#simulator;
    const renewed = state.domains.find(({ clientId, status }) => clientId === CLIENT && status === "Active");
    const products = what === "a renewal" ? [] : [what === "the same" ? PLAN : OTHER];
    const renewals = what === "a renewal" && renewed ? [{ domain: renewed, years: 1 }] : [];
    control.order({ clientId: CLIENT, products, renewals }, this.#requestor(who));
  }

  #requestor(who: Who): Requestor {
    if (who === "a user") return { userId: 11 };
    const own = this.#simulator.addon.options.administrator?.id ?? 0;
    return { adminId: who === "the administrator" ? own : ADMINISTRATORS[who] };
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
