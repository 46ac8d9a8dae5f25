import { TOTP } from "otpauth";
import { logins } from "../../../dev/seed/customers/logins.ts";
import type { BillingSystem } from "../../../shared/billing-contract/billing-system.ts";
import type { EndedSignIn, EndSignIn } from "../../../shared/billing-contract/sign-in.ts";
import { PageVisitor, type VisitedPage } from "../../support/page-visitor.ts";
import { CALL } from "./reading.ts";
import { RETURN_TO, type TestWhmcs } from "./whmcs-system.ts";

/** A customer who uses WHMCS's own pages in a browser. */
export class Customer {
  readonly visitor: PageVisitor;
  readonly #whmcs: TestWhmcs;
  readonly #login: (typeof logins)[number];

  constructor(whmcs: TestWhmcs, name: "owner" | "contact" | "totp" | "nocard" | "big") {
    const login = logins.find(({ email }) => email.startsWith(`${name}@`));
    if (!login) throw new Error(`the seed has no ${name}`);
    this.#login = login;
    this.#whmcs = whmcs;
    this.visitor = new PageVisitor(whmcs.simulator.url);
  }

  /** Signs in completely. @returns the outcome of the sign-in, or the seconds to wait if there was no response */
  async signIn(billing: BillingSystem = this.#whmcs.billing): Promise<EndedSignIn | number> {
    const back = await this.comeBack(billing);
    return end(billing, back);
  }

  /** Signs in up to the point at which the browser returns with a code. @returns the input of `endSignIn` */
  async comeBack(billing: BillingSystem = this.#whmcs.billing): Promise<EndSignIn> {
    const begun = await billing.beginSignIn(CALL, { returnTo: RETURN_TO, language: "en" });
    if (!begun.ok) throw new Error("the sign-in does not begin");
    const { address, state } = begun.value;
    const left = await this.#through(address);
    return { state, returned: Object.fromEntries(left.searchParams), returnTo: RETURN_TO };
  }

  /**
   * Opens the sign-in pages until the browser leaves WHMCS.
   * @param address the URL to open; its host is replaced with the simulator's
   */
  async #through(address: string): Promise<URL> {
    const { pathname, search } = new URL(address);
    let page = await this.visitor.open(pathname + search);
    if (has(page, "username")) {
      const { email, password } = this.#login;
      // Enter the e-mail address in capitals, which WHMCS must accept.
      page = await this.visitor.submit(page, "username", { username: email.toUpperCase(), password });
    }
    if (has(page, "code")) page = await this.visitor.submit(page, "code", { code: this.code });
    if (!page.left) throw new Error(`nobody is sent back from ${page.address} (${page.status})`);
    return page.left;
  }

  /** The current code of the second step. */
  get code(): string {
    const { now } = this.#whmcs.simulator.installation;
    return new TOTP({ secret: this.#login.totpSecret ?? "" }).generate({ timestamp: now() });
  }
}

/** Returns the outcome of a sign-in, or the seconds to wait if there was no response. */
export async function end(billing: BillingSystem, back: EndSignIn): Promise<EndedSignIn | number> {
  const ended = await billing.endSignIn(CALL, back);
  return ended.ok ? ended.value : ended.problem.retryAfter;
}

function has({ html }: VisitedPage, field: string): boolean {
  return html.includes(`name="${field}"`);
}
