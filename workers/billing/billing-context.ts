import type { BillingSystem } from "../../shared/billing.ts";
import { AccountGate } from "./accounts/account-gate.ts";
import { dayIn } from "./accounts/calendar.ts";
import { EmbeddedAccounts } from "./accounts/embedded-accounts.ts";
import { EmbeddedDomains } from "./accounts/embedded-domains.ts";
import { EmbeddedInvoices } from "./accounts/embedded-invoices.ts";
import { EmbeddedRecipients } from "./accounts/embedded-recipients.ts";
import { EmbeddedServices } from "./accounts/embedded-services.ts";
import { EmbeddedTickets } from "./accounts/embedded-tickets.ts";
import { EmbeddedCatalogue } from "./catalogue/embedded-catalogue.ts";
import type { RegistrarSettings } from "./registrar/registrar-settings.ts";
import { answering, found } from "./results.ts";
import { EmbeddedSignIn } from "./sign-in/embedded-sign-in.ts";
import { type DeriveKey, deriveByScrypt } from "./sign-in/password.ts";
import { SignInChallenges } from "./sign-in/sign-in-challenges.ts";

/** The bindings and settings of the embedded billing engine. */
export interface BillingEnv extends RegistrarSettings {
  /** The engine's own database, see `docs/storage.md`. */
  DB: D1Database;
  /** Where the provider's days begin and end, as an IANA name; UTC when empty. */
  TIME_ZONE: string;
}

/** What the engine takes from the world around it. */
export interface Surroundings {
  /** Epoch milliseconds. */
  now: () => number;
  randomBytes: (count: number) => Uint8Array;
  deriveKey: DeriveKey;
}

const RUNTIME: Surroundings = {
  now: () => Date.now(),
  randomBytes: (count) => crypto.getRandomValues(new Uint8Array(count)),
  deriveKey: deriveByScrypt,
};

/** The engine on its database. */
export function embeddedBilling(env: BillingEnv, { now, randomBytes, deriveKey } = RUNTIME): BillingSystem {
  const catalogue = new EmbeddedCatalogue(env.DB);
  const signIn = new EmbeddedSignIn(env.DB, new SignInChallenges(env.DB, now, randomBytes), deriveKey, now);
  const gate = new AccountGate(env.DB);
  const accounts = new EmbeddedAccounts(gate);
  const recipients = new EmbeddedRecipients(env.DB);
  const services = new EmbeddedServices(gate);
  const domains = new EmbeddedDomains(gate);
  const invoices = new EmbeddedInvoices(gate, () => dayIn(env.TIME_ZONE || "UTC", now()));
  const tickets = new EmbeddedTickets(gate);

  return {
    readCatalogue: (query) => answering("readCatalogue", async () => found(await catalogue.read(query))),
    checkHealth: () =>
      answering("checkHealth", async () => {
        await env.DB.prepare("SELECT 1 FROM product_lines LIMIT 1").first();
        return found(null);
      }),
    describe: () => answering("describe", async () => found({ demonstration: true })),
    signIn: (credentials) => answering("signIn", async () => found(await signIn.signIn(credentials))),
    signInSecondStep: (step) => answering("signInSecondStep", async () => found(await signIn.secondStep(step))),
    listManagedAccounts: (loginId) =>
      answering("listManagedAccounts", async () => found(await gate.managedBy(loginId))),
    authorize: (question) => answering("authorize", () => gate.authorize(question)),
    readRecipients: (asker) => answering("readRecipients", async () => found(await recipients.read(asker))),
    readAccount: (question) => answering("readAccount", () => accounts.read(question)),
    listServices: (question, list) => answering("listServices", () => services.list(question, list)),
    listDomains: (question, list) => answering("listDomains", () => domains.list(question, list)),
    listInvoices: (question, list) => answering("listInvoices", () => invoices.list(question, list)),
    listTickets: (question, list) => answering("listTickets", () => tickets.list(question, list)),
  };
}
