import { WorkerEntrypoint } from "cloudflare:workers";
import type { BillingSystem } from "../../../shared/billing-contract/billing-system.ts";
import type { WriteCall } from "../../../shared/billing-contract/call.ts";

/** What the billing system does to whoever asks it; `acts-and-throws` concerns writes with `commit` alone. */
export type Mood = "well" | "throws" | "hangs" | "acts-and-throws";

type Methods = Record<string, (...args: unknown[]) => Promise<unknown>>;

const METHODS: (keyof BillingSystem)[] = [
  ...(["readCatalogue", "checkHealth", "signIn", "signInSecondStep", "listManagedAccounts", "authorize"] as const),
  ...(["describe", "beginSignIn", "endSignIn", "readHolding", "readConsentFacts", "readService"] as const),
  ...(["readRecipients", "readAccount", "listServices", "listDomains", "listInvoices", "listTickets"] as const),
  ...(["quoteDomainOrder", "orderDomain", "quotePlanOrder", "orderPlan", "renewDomain", "quotePlanChange"] as const),
  ...(["changePlan", "stateCancellation", "cancelService", "setDomainAutoRenew", "setDomainNameservers"] as const),
  ...(["setDomainLock", "readRegistrarSettings", "transferDomainOut", "findWrite", "settleWrite"] as const),
  ...(["askRegistrar", "readOrder", "notifyZoneChange"] as const),
];
const HANGS_MS = 60_000;

let mood: Mood = "well";
const asked: string[] = [];

/** The real billing Worker behind a door: `/mood/<mood>` shuts it, `/asked` gives the questions since the last time. */
export default class WatchedBilling extends WorkerEntrypoint<{ REAL: Methods }> {
  static {
    for (const method of METHODS) {
      Object.defineProperty(WatchedBilling.prototype, method, {
        value(this: WatchedBilling, ...args: unknown[]) {
          return this.pass(method, args);
        },
      });
    }
  }

  async pass(method: string, args: unknown[]): Promise<unknown> {
    asked.push(method);
    if (mood === "throws") throw new Error("secret: database password is hunter2");
    if (mood === "hangs") await new Promise((resolve) => setTimeout(resolve, HANGS_MS));
    const answer = await this.env.REAL[method]?.(...args);
    const [call] = args as [Partial<WriteCall>];
    if (call.commit && mood === "acts-and-throws") throw new Error("secret: database password is hunter2");
    return answer;
  }

  override fetch(request: Request) {
    const [, verb, value] = new URL(request.url).pathname.split("/");
    if (verb === "mood") mood = value as Mood;
    if (verb === "mood") console.warn(JSON.stringify({ event: "mood", mood }));
    return Response.json(verb === "asked" ? asked.splice(0) : null);
  }
}
