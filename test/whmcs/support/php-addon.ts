import { LIMITS } from "../../../dev/whmcs/addon/addon-lists.ts";
import type { Met, OtherThing, Who } from "./addon-cases.ts";
import { type AddonInstallation, CLIENT, type OrderMade } from "./addon-installation.ts";
import { AddonServer } from "./addon-server.ts";
import { signedCall } from "./signed-call.ts";
import { RETURN_TO } from "./whmcs-system.ts";

const ADMINISTRATORS: Partial<Record<Who, number>> = { "the administrator": 5, "another administrator": 6 };
type Signed = Parameters<AddonInstallation["call"]>[2];
const PRODUCT = 7;
const OWN_DOMAIN = {
  id: 12,
  orderid: 0,
  userid: CLIENT,
  domain: "own.example",
  type: "Register",
  registrationperiod: 1,
};

/** The addon's own files under PHP, over what stands in for WHMCS. */
export class PhpAddon implements AddonInstallation {
  readonly plan = { paymentmethod: "mail", pid: [PRODUCT], billingcycle: ["monthly"] };
  readonly price = "12.00";
  readonly #server: AddonServer;
  readonly #before: AddonServer["state"];
  readonly #firstKey: string;
  #key: string;

  private constructor(server: AddonServer, key: string) {
    this.#server = server;
    this.#firstKey = this.#key = key;
    this.#before = server.state;
  }

  static async start(): Promise<PhpAddon> {
    const server = await AddonServer.start(RETURN_TO);
    return new PhpAddon(server, await server.key());
  }

  reset({ notedFor: noted = "the administrator" }: { notedFor?: Who }): void {
    this.#server.change((state) => Object.assign(state, structuredClone(this.#before), { noted }));
    this.#key = this.#firstKey;
    this.order("a user", "the same");
  }

  async call(name: string, members: object, { key = this.#key, secondsAhead }: Signed = {}): Promise<Response> {
    return signedCall(this.#server.url, key, name, members, secondsAhead);
  }

  key(): Promise<string> {
    return this.#server.key();
  }

  async rotateKey(): Promise<void> {
    await this.#server.press("new-key");
    this.#key = await this.key();
  }

  async endPreviousKey(): Promise<void> {
    await this.#server.press("end-previous-key");
  }

  spendCalls(): void {
    const minute = Math.floor(Date.now() / 60_000);
    const rows = [minute, minute + 1].map((at) => ({ name: `calls.${at}.signed`, value: String(LIMITS.SIGNED) }));
    this.#server.change(({ tables }) => {
      const others = (tables.mod_frontdesk_settings ?? []).filter(({ name }) => !String(name).startsWith("calls."));
      tables.mod_frontdesk_settings = [...others, ...rows];
    });
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
    this.#server.change(({ tables: { tblorders = [], tblhosting = [], tbldomains = [] }, invoices }) => {
      const id = tblorders.length + 1;
      const noted = { requestor_id: who === "a user" ? 11 : 0, admin_requestor_id: ADMINISTRATORS[who] ?? 0 };
      const isRenewal = what === "a renewal";
      const renewals = isRenewal ? `${OWN_DOMAIN.id}=1` : "";
      if (isRenewal) tbldomains.push(OWN_DOMAIN);
      tblorders.push({ id, userid: CLIENT, ...noted, invoiceid: 300 + id, status: "Pending", renewals });
      const subtotal = isRenewal ? "18.99" : this.price;
      const due = { subtotal, credit: "0.00", total: subtotal, balance: subtotal };
      invoices.push({ invoiceid: 300 + id, userid: CLIENT, status: "Unpaid", ...due });
      const packageid = what === "the same" ? PRODUCT : PRODUCT + 1;
      const service = { packageid, billingcycle: "Monthly", domain: "" };
      if (!isRenewal) tblhosting.push({ id: 100 + id, orderid: id, userid: CLIENT, ...service });
    });
  }

  whileLocked<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.#server.whileLocked(CLIENT, work);
  }

  stop(): Promise<void> {
    return this.#server.stop();
  }
}

/** As what stands in for WHMCS calls it. */
function faultOf({ work = 1, answer }: Met): string {
  const what = answer === "none" ? "ended" : answer === "error" ? "error" : "";
  if (work === 2) return `twice ${what}`.trim();
  if (work === 0) return what === "" ? "nothing" : `${what} before`;
  return what === "" ? "" : `${what} after`;
}
