import type { ReceivedCall } from "../../../../dev/whmcs/actions/action.ts";
import type { Fault } from "../../../../dev/whmcs/faults.ts";
import type { WhmcsSimulator } from "../../../../dev/whmcs/whmcs-simulator.ts";
import type { PartyEvents } from "../../faults/harness/plug.ts";
import { accountOf, type CallTarget, targetName, targetOf } from "./calls.ts";
import { INVOICE_FAULTS, type Interference, READ_FAULTS, takeBackName, WRITE_FAULTS } from "./faults.ts";
import type { AccountPlan, InstallationPlan, ScenarioPlans } from "./installation-plans.ts";

/** The amount in cents by which the price of a service drops, which changes the price of its plan change. */
const OTHER_AMOUNT = 137;

/** A received call that executes the action of a key. */
export interface SentCall extends CallTarget {
  /** The name of the fault; `null` if the call had none. */
  fault: string | null;
  /** Whether WHMCS processed the call but changed nothing. The caller gets a refusal and may call again. */
  isRefused: boolean;
  isCarriedOut: boolean;
}

/** Makes a simulated installation fail as planned and records the calls that execute actions. */
export class FailingInstallation {
  /** The calls that execute actions, oldest first. */
  readonly sent: SentCall[] = [];
  /** The ids of invoices that were paid before the addon compared them. */
  readonly paidAtOnce = new Set<number>();
  readonly #simulator: WhmcsSimulator;
  readonly #events: PartyEvents;
  readonly #plans = new Map<string, InstallationPlan>();
  readonly #accounts = new Map<number, AccountPlan>();
  readonly #calls = new WeakMap<ReceivedCall, SentCall>();
  /** The number of writes that WHMCS has executed so far. */
  #written = 0;
  readonly #hasSent = new Set<number>();

  constructor(simulator: WhmcsSimulator, events: PartyEvents) {
    this.#simulator = simulator;
    this.#events = events;
    simulator.beforehand = (call) => this.#arrives(call);
    simulator.meanwhile = (call) => this.#worksInside(call);
    simulator.afterwards = (call, did) => this.#did(call, did);
  }

  plan({ keys, account }: ScenarioPlans): void {
    for (const plan of keys) {
      const { operation, target, otherTarget } = plan.key;
      for (const one of [target, otherTarget]) {
        // The key may act on either target.
        if (one !== null) this.#plans.set(targetName({ operation, target: one }), plan);
      }
      this.#accounts.set(plan.accountId, account);
    }
  }

  #arrives(call: ReceivedCall): void {
    const { state } = this.#simulator;
    const done = targetOf(state, call);
    if (done) {
      this.#events.moment();
      const sent: SentCall = { ...done, fault: this.#befalls(call, done), isRefused: false, isCarriedOut: false };
      this.sent.push(sent);
      this.#calls.set(call, sent);
      return;
    }
    const account = accountOf(state, call);
    if (account !== null && this.#events.isFailing()) this.#befallsRead(call, account);
  }

  /** Applies the planned events before WHMCS processes a call. @returns the name of the fault, or `null` */
  #befalls(call: ReceivedCall, done: CallTarget): string | null {
    const plan = this.#plans.get(targetName(done));
    if (!plan || !this.#events.isFailing()) return null;
    this.#hasSent.add(plan.accountId);
    this.#interfere(plan, "before");
    const fault = plan.writes.shift();
    if (fault === undefined) return null;
    this.#meets(call.action, fault, WRITE_FAULTS[fault]);
    return fault;
  }

  #befallsRead({ action }: ReceivedCall, accountId: number): void {
    const plan = this.#accounts.get(accountId);
    const fault = (this.#hasSent.has(accountId) ? plan?.reads : plan?.firstReads)?.shift();
    if (fault) this.#meets(action, fault, READ_FAULTS[fault]);
  }

  /** Applies the planned events to the calls that the addon makes to WHMCS while it checks an order. */
  #worksInside(call: ReceivedCall): void {
    const accountId = accountOf(this.#simulator.state, call);
    if (accountId === null || !this.#events.isFailing()) return;
    const { action, parameters } = call;
    const plan = this.#accounts.get(accountId);
    if (action === "GetInvoice") {
      this.#payAtOnce(accountId, Number(parameters.invoiceid));
      const fault = plan?.invoiceReads.shift();
      if (fault) this.#meets(action, fault, INVOICE_FAULTS[fault]);
    } else if (action === "CancelOrder") {
      const fault = plan?.takingBack.shift();
      if (fault) this.#meets(action, takeBackName(fault), WRITE_FAULTS[fault]);
    }
  }

  #meets(action: string, name: string, fault: Fault | undefined): void {
    if (!fault) return;
    this.#simulator.faults.plan(fault, { action, times: 1 });
    this.#events.fault(name);
  }

  /** Pays the invoice before the addon has compared it. */
  #payAtOnce(accountId: number, invoiceId: number): void {
    const { state, control } = this.#simulator;
    const plan = [...this.#plans.values()].find(
      (one) => one.accountId === accountId && one.interference === "the invoice is paid at once",
    );
    const invoice = state.invoices.find(({ id }) => id === invoiceId);
    if (!plan || invoice?.status !== "Unpaid") return;
    plan.interference = null;
    control.pay(invoiceId);
    this.paidAtOnce.add(invoiceId);
    this.#events.fault("the invoice is paid at once" satisfies Interference);
  }

  #did(call: ReceivedCall, did: "worked" | "answered"): void {
    const { state, installation } = this.#simulator;
    const { length } = installation.journal;
    const isCarriedOut = length > this.#written;
    this.#written = length;
    const sent = this.#calls.get(call);
    if (sent && did === "worked") {
      // If WHMCS processes a call twice, it may execute one copy and refuse the other.
      sent.isRefused = !isCarriedOut && !sent.isCarriedOut;
      sent.isCarriedOut ||= isCarriedOut;
    }
    const done = targetOf(state, call);
    if (!done) return;
    this.#events.moment();
    if (did !== "worked") return;
    const plan = this.#plans.get(targetName(done));
    if (!plan || !this.#events.isFailing()) return;
    this.#interfere(plan, "after");
  }

  /** Applies the planned event around an action. Each event happens once. */
  #interfere(plan: InstallationPlan, when: "before" | "after"): void {
    const { interference } = plan;
    switch (interference) {
      case "the price changes before the order":
        // The different price lasts while WHMCS processes the call.
        if (when === "before" && !this.#reprice(plan)) return;
        if (when === "after") this.#restorePrice(plan);
        else this.#events.fault(interference);
        return;
      case "the registrar fails":
        if (when === "after" || plan.key.operation !== "transferDomainOut") return;
        plan.interference = null;
        this.#simulator.installation.registrar.failures.push("Registrar Error Message: Connection timed out");
        this.#events.fault(interference);
        return;
      case "the invoice is paid at once":
      case null:
        return;
    }
  }

  /** Changes the price of an action. Returns `false` if the action has no price. */
  #reprice({ accountId, key }: InstallationPlan): boolean {
    const { state } = this.#simulator;
    switch (key.operation) {
      case "orderDomain":
      case "orderPlan":
      case "renewDomain": {
        const client = state.clients.find(({ id }) => id === accountId);
        if (client) client.groupId = 1;
        return true;
      }
      case "changePlan": {
        for (const service of state.services) if (service.id === key.target) service.amount -= OTHER_AMOUNT;
        return true;
      }
      case "cancelService":
      case "transferDomainOut":
        return false;
    }
  }

  #restorePrice(plan: InstallationPlan): void {
    plan.interference = null;
    const client = this.#simulator.state.clients.find(({ id }) => id === plan.accountId);
    if (client) delete client.groupId;
  }
}
