import type { Agreement } from "../../../../durable-objects/connection/connection-port.ts";
import type { ClientAreaPort } from "../../../../shared/billing-contract/client-area.ts";
import { consentFacts } from "../../../../shared/billing-contract/consent-facts.ts";
import type { SignedIn } from "../../../../shared/pages/sign-in/session.ts";
import { themeFrom } from "../../../../shared/pages/theme.ts";
import { visitOf } from "../../../../shared/pages/visit.ts";
import { addressesFor } from "../../../../shared/platform/addresses.ts";
import { ObjectIds } from "../../../../shared/platform/ids.ts";
import { Signer } from "../../../../shared/platform/service-key.ts";
import { offeredScopes } from "../../../../workers/account/acting-operations.ts";
import { ConnectionIndex } from "../../../../workers/account/connections/connection-index.ts";
import { ProviderActs } from "../../../../workers/account/connections/provider-acts.ts";
import { connectedAssistants } from "../../../../workers/account/pages/connected-assistants/connected-assistants.tsx";
import type { AssistantsPageContext } from "../../../../workers/account/pages/page-request.ts";
import { readFrame } from "../../../../workers/billing/client-area/area-frame.ts";
import type { BillingEngine } from "../../../../workers/billing/engine/billing-engine.ts";
import { LOGINS } from "../../../billing-contract/questions.ts";
import { migratedDatabase, seededBilling } from "../../../engine/support/seeded-billing.ts";
import { sampleAgreement } from "../../../support/sample-agreement.ts";
import { SAMPLE_BRAND } from "../../../support/sample-brand.ts";
import { sampleDescription } from "../../../support/sample-description.ts";
import { UNSET_ADDRESSES } from "../../../support/unset-addresses.ts";
import { MemoryAccount } from "./memory-account.ts";
import { MemoryConnections } from "./memory-connections.ts";

export const HOST = "http://localhost:8787";
export const LIST = "/connected-assistants";
/** The current time of the tests: 20 November 2026, 14:14 UTC. */
export const NOW = Date.parse("2026-11-20T14:14:00Z");
export const MINUTE = 60_000;
export const DAY = 24 * 60 * MINUTE;

export const ids = new ObjectIds(new Signer(async () => ({ original: new Uint8Array(32).buffer })), "connection");
export const foreignIds = new ObjectIds(
  new Signer(async () => ({ original: new Uint8Array(32).fill(1).buffer })),
  "connection",
);

export const theme = themeFrom(SAMPLE_BRAND);

/** Returns a signed-in login. By default, it signed in a minute ago. */
export function signedInAs(login: keyof typeof LOGINS, at = NOW - MINUTE): SignedIn {
  return { loginId: LOGINS[login], email: `${login}@maple.example`, at };
}

/** Returns the agreement of the owner of account 1001 with Atlas Assistant. */
export async function agreement(changes: Partial<Agreement> = {}): Promise<Agreement> {
  return sampleAgreement(await ids.mint(), {
    name: "Atlas Assistant",
    application: "https://atlas.example/client",
    origin: { kind: "verified", domain: "atlas.example" },
    returnsTo: "atlas.example",
    loginId: LOGINS.owner,
    madeAt: "2026-11-03T09:00:00Z",
    ...changes,
  });
}

export type Form = [name: string, value: string][];
type Context = Partial<AssistantsPageContext>;

/** The page of connected assistants, with the billing engine, a real index and connections in memory. */
export class AssistantsPages {
  readonly index: ConnectionIndex;
  readonly providerActs: ProviderActs;
  readonly connections: MemoryConnections;
  readonly account: MemoryAccount;
  readonly billing: BillingEngine;
  readonly clientArea: ClientAreaPort;
  readonly #database: D1Database;

  constructor(billing: BillingEngine, database: D1Database) {
    this.billing = billing;
    this.clientArea = {
      answer: () => Promise.reject(new Error("not asked by these pages")),
      frame: (call, page) => readFrame(billing, call, page),
    };
    this.#database = database;
    this.index = new ConnectionIndex(database, "shop");
    this.providerActs = new ProviderActs(database, "shop", () => NOW);
    this.connections = new MemoryConnections(this.index, () => NOW);
    this.account = new MemoryAccount(this.connections);
  }

  static async start(): Promise<AssistantsPages> {
    const { billing } = await seededBilling();
    return new AssistantsPages(billing, migratedDatabase("workers/account/migrations"));
  }

  /** Returns an index on the same database that is on hold. */
  heldIndex(): ConnectionIndex {
    return new ConnectionIndex(this.#database, "shop", async () => true);
  }

  /** Returns the billing system with a list that cannot be read. */
  billingWithout(list: "listDomains" | "listServices"): AssistantsPageContext["billing"] {
    const unread = async () => ({ ok: false, problem: { code: "billing_unavailable", retryAfter: 5 } }) as const;
    const reads = { ...this.billing, [list]: unread };
    return { ...reads, readConsentFacts: (call, query) => consentFacts(reads, call, query) };
  }

  contextAt(path: string, language = "en") {
    const visit = visitOf(new Request(HOST + path, { headers: { "Accept-Language": language } }));
    const addresses = addressesFor(visit.url, UNSET_ADDRESSES);
    if (!addresses) throw new Error(`${HOST} is not answered`);
    return {
      ...{ theme, visit, addresses, ids, index: this.index, providerActs: this.providerActs, billing: this.billing },
      clientArea: this.clientArea,
      ...{ connection: (id: string) => this.connections.port(id), account: () => this.account, now: () => NOW },
      ...{ described: sampleDescription(), offered: offeredScopes({ acts: true, hasZones: true }), requestId: "r-1" },
    };
  }

  /** Posts a form to the page, or requests the page if the form is `null`. */
  async ask(path: string, form: Form | null, changes: Context = {}): Promise<Response> {
    const context: AssistantsPageContext = {
      ...this.contextAt(path),
      ...{ signedIn: signedInAs("owner"), formToken: "the-form-token" },
      offered: offeredScopes({ acts: changes.described?.acts ?? true, hasZones: true }),
      ...changes,
    };
    return connectedAssistants(context, form && new URLSearchParams(form));
  }

  post(form: Form, changes?: Context): Promise<Response> {
    return this.ask(LIST, form, changes);
  }

  /**
   * Returns the page's HTML.
   * @param query the query with its `?`
   */
  async html(query = "", changes?: Context): Promise<string> {
    return (await this.ask(LIST + query, null, changes)).text();
  }

  /** Returns the page's text with single spaces. */
  async text(query = "", changes?: Context): Promise<string> {
    return wordsOf(await this.html(query, changes));
  }

  /** Returns the page to which a form redirects. */
  async landing(response: Response): Promise<string> {
    return (await this.ask(response.headers.get("Location") ?? "", null)).text();
  }

  async clear(): Promise<void> {
    this.connections.held.clear();
    this.account.held.clear();
    this.connections.touched.length = 0;
    this.connections.unreachable.clear();
    await this.#database.prepare("DELETE FROM connections").run();
  }
}

export function wordsOf(html: string): string {
  return html.replace(/<[^>]+>/g, " ").replace(/\s+/g, " ");
}
