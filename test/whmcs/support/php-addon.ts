import {
  type AddonInstallation,
  CLIENT,
  type Met,
  type OrderMade,
  type OtherThing,
  type Who,
} from "./addon-installation.ts";
import { AddonServer } from "./addon-server.ts";
import { RETURN_TO } from "./whmcs-system.ts";

/** The ids of the administrator and the user in the replacement for WHMCS. */
const [ADMINISTRATOR, USER] = [5, 11];
const PRODUCT = 7;

/** The addon's files under PHP, with a replacement for WHMCS. */
export class PhpAddon implements AddonInstallation {
  readonly plan = { paymentmethod: "mail", pid: [PRODUCT], billingcycle: ["monthly"] };
  readonly price = "12.00";
  readonly #server: AddonServer;
  readonly #before: AddonServer["state"];

  private constructor(server: AddonServer) {
    this.#server = server;
    this.#before = server.state;
  }

  static async start(): Promise<PhpAddon> {
    return new PhpAddon(await AddonServer.start(RETURN_TO));
  }

  reset(): void {
    this.#server.change((state) => Object.assign(state, structuredClone(this.#before)));
    this.order("a user", "the same");
  }

  call(name: string, members: object): Promise<Response> {
    return this.#server.send(name, members);
  }

  meet(met: Met | null): void {
    this.#server.change((state) => {
      state.faults = {};
      state.changes = {};
      if (met) state.faults[met.action] = faultOf(met);
      if (met?.changes) state.changes[met.action] = met.changes;
    });
  }

  orders(): OrderMade[] {
    const { tblorders = [], tblhosting = [] } = this.#server.state.tables;
    return tblorders.map(({ id, status, invoiceid }) => {
      const services = tblhosting.flatMap((row) => (row.orderid === id ? [Number(row.id)] : []));
      return { id: Number(id), status: String(status), invoice: Number(invoiceid), services };
    });
  }

  order(who: Who, what: OtherThing): void {
    this.#server.change(({ tables: { tblorders = [], tblhosting = [] }, invoices }) => {
      const id = tblorders.length + 1;
      const noted = {
        requestor_id: who === "a user" ? USER : 0,
        admin_requestor_id: who === "a user" ? 0 : ADMINISTRATOR,
      };
      tblorders.push({ id, userid: CLIENT, ...noted, invoiceid: 300 + id, status: "Pending", renewals: "" });
      const due = { subtotal: this.price, credit: "0.00", total: this.price, balance: this.price };
      invoices.push({ invoiceid: 300 + id, userid: CLIENT, status: "Unpaid", ...due });
      const packageid = what === "the same" ? PRODUCT : PRODUCT + 1;
      const service = { packageid, billingcycle: "Monthly", domain: "" };
      tblhosting.push({ id: 100 + id, orderid: id, userid: CLIENT, ...service });
    });
  }

  whileLocked<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.#server.whileLocked(CLIENT, work);
  }

  stop(): Promise<void> {
    return this.#server.stop();
  }
}

/** Returns the name of a fault in the replacement for WHMCS. */
function faultOf({ work = 1, answer }: Met): string {
  const what = answer === "none" ? "ended" : answer === "error" ? "error" : "";
  if (work === 2) return `twice ${what}`.trim();
  if (work === 0) return what === "" ? "nothing" : `${what} before`;
  return what === "" ? "" : `${what} after`;
}
