import type { Agreement } from "../../../../durable-objects/connection/connection-port.ts";
import type { BillingSystem } from "../../../../shared/billing-contract/billing-system.ts";
import type { SignedIn } from "../../../../shared/pages/sign-in/session.ts";
import { themeFrom } from "../../../../shared/pages/theme.ts";
import { visitOf } from "../../../../shared/pages/visit.ts";
import { addressesFor } from "../../../../shared/platform/addresses.ts";
import { ObjectIds } from "../../../../shared/platform/object-id.ts";
import { Signer } from "../../../../shared/platform/service-key.ts";
import { ConnectionIndex } from "../../../../workers/account/connections/connection-index.ts";
import { connectedAssistants } from "../../../../workers/account/pages/connected-assistants/connected-assistants.ts";
import type { AssistantsPageContext } from "../../../../workers/account/pages/page-request.ts";
import { LOGINS } from "../../../engine/support/questions.ts";
import { sampleAgreement } from "../../../support/sample-agreement.ts";
import { UNSET_ADDRESSES } from "../../../support/unset-addresses.ts";
import { World } from "../../../support/world.ts";
import { BILLING_DOOR, billingThrough, billingWorld } from "../../billing/support/billing-worker.ts";
import { MemoryConnections } from "./memory-connections.ts";

const HOST = "http://localhost:8787";
/** 20 November 2026, 14:14 UTC. */
export const NOW = Date.parse("2026-11-20T14:14:00Z");
export const MINUTE = 60_000;
export const DAY = 24 * 60 * MINUTE;

export const ids = new ObjectIds(new Signer(async () => new Uint8Array(32).buffer), "connection");
export const foreignIds = new ObjectIds(new Signer(async () => new Uint8Array(32).fill(1).buffer), "connection");

const EMAILS: Record<keyof typeof LOGINS, string> = {
  owner: "owner@maple.example",
  contact: "contact@maple.example",
  totp: "totp@maple.example",
  nocard: "nocard@maple.example",
  big: "big@maple.example",
};

/** Who is signed in, a minute ago unless said otherwise. */
export function signedInAs(login: keyof typeof LOGINS, at = NOW - MINUTE): SignedIn {
  return { loginId: LOGINS[login], email: EMAILS[login], at };
}

/** An agreement with the owner of account 1001, by Atlas Assistant. */
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

export interface AssistantsPages {
  connections: MemoryConnections;
  index: ConnectionIndex;
  billing: BillingSystem;
  /** Asks for a page, or posts a form: pairs of names and values. */
  ask(path: string, form?: [string, string][] | null, context?: Partial<AssistantsPageContext>): Promise<Response>;
  /** Forgets every connection. */
  clear(): Promise<void>;
  close(): Promise<void>;
}

export const theme = themeFrom({
  BRAND_NAME: "Maple Hosting",
  BRAND_COLOUR: "#0b6e4f",
  BRAND_LOGO_URL: "",
  BRAND_LINKS: "",
});

/** The page over the real billing Worker and a real index; connections are held in memory. */
export async function startAssistants(): Promise<AssistantsPages> {
  const database = {
    binding: "INDEX",
    database_name: "frontdesk-account",
    migrations_dir: "workers/account/migrations",
  };
  const door = { ...BILLING_DOOR, d1_databases: [database] };
  const world = await new World(billingWorld({ workers: [door, "billing"] })).start();
  const billing = billingThrough(world);
  const now = () => NOW;
  const index = new ConnectionIndex(world.accounts);
  const connections = new MemoryConnections(index, now);
  return {
    connections,
    index,
    billing,
    ask: async (path, form = null, changes = {}) => {
      const visit = visitOf(new Request(HOST + path, { headers: { "Accept-Language": "en" } }));
      const addresses = addressesFor(visit.url, UNSET_ADDRESSES);
      if (!addresses) throw new Error(`${HOST} is not answered`);
      const context: AssistantsPageContext = {
        theme,
        visit,
        addresses,
        signedIn: signedInAs("owner"),
        formToken: "the-form-token",
        signInAgain: "/sign-in?again=1",
        index,
        connection: (id) => connections.port(id),
        account: () => ({ entries: (...question) => connections.actions(...question) }),
        ids,
        billing,
        now,
        demonstration: false,
        requestId: "r-1",
        ...changes,
      };
      return connectedAssistants(context, form && new URLSearchParams(form));
    },
    clear: async () => {
      connections.held.clear();
      connections.touched.length = 0;
      connections.unreachable.clear();
      await world.accounts.exec("DELETE FROM connections");
    },
    close: () => world.close(),
  };
}
