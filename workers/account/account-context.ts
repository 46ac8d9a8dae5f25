import type { AddressWindow } from "../../durable-objects/address-window.ts";
import type { ConnectionObject } from "../../durable-objects/connection.ts";
import type { DailyKey } from "../../durable-objects/daily-key.ts";
import type { ServiceKey } from "../../durable-objects/service-key.ts";
import type { Session } from "../../durable-objects/session.ts";
import { AddressLimit } from "../../shared/address-limit.ts";
import { type Addresses, type AddressSettings, addressBook } from "../../shared/addresses.ts";
import type { CustomerBilling } from "../../shared/billing-customer.ts";
import type { CatalogueServicePort } from "../../shared/catalogue-service.ts";
import type { ConnectionPort, LogEntry, LogKey, Pass } from "../../shared/connections/connection.ts";
import type { ConnectionSurroundings } from "../../shared/connections/connection-surroundings.ts";
import { ObjectIds } from "../../shared/object-id.ts";
import { AnswerCache } from "../../shared/operations/answer.ts";
import { describeOpenApi, type OpenApiDocument } from "../../shared/operations/describe-openapi.ts";
import { operationsFor } from "../../shared/operations/operation.ts";
import type { CallScope, Desk } from "../../shared/operations/run-operation.ts";
import type { BrandSettings } from "../../shared/pages/brand.ts";
import { type Theme, themeFrom } from "../../shared/pages/theme.ts";
import { Signer } from "../../shared/service-key.ts";
import type { SessionPort } from "../../shared/sessions/session.ts";
import { apiDescription } from "./api-description.ts";
import { AccountQuestions } from "./ask-account.ts";
import { ApplicationLog } from "./connections/application-log.ts";
import { ConnectionIndex } from "./connections/connection-index.ts";
import { OperationCursors } from "./cursors.ts";
import { ConnectionGate } from "./gate.ts";
import { Mailer } from "./mail/mailer.ts";
import { MailNotices } from "./mail/notices.ts";
import { ClientRegistry } from "./oauth/client-registry.ts";
import { Clients } from "./oauth/clients.ts";
import { MetadataDocuments } from "./oauth/metadata-document.ts";

/** The bindings and settings of the account Worker. */
export interface AccountEnv extends AddressSettings, BrandSettings {
  BILLING: CustomerBilling;
  CATALOGUE: CatalogueServicePort;
  /** Clients and the index of connections, see `docs/storage.md`. */
  ACCOUNT_DB: D1Database;
  EMAIL: SendEmail;
  CONNECTION: DurableObjectNamespace<ConnectionObject>;
  SESSION: DurableObjectNamespace<Session>;
  SERVICE_KEY: DurableObjectNamespace<ServiceKey>;
  ADDRESS_WINDOW: DurableObjectNamespace<AddressWindow>;
  DAILY_KEY: DurableObjectNamespace<DailyKey>;
  /** Sender of the mails; empty: none is sent. */
  MAIL_FROM: string;
  /** `true`: metadata documents may be on this machine. */
  DEMONSTRATION: string;
}

/** Where a list goes on, as the caller holds it: signed, and good for one connection, operation and set of filters. */
export interface Cursors {
  /**
   * The key that a cursor stands for, or undefined for the first page.
   * @throws {OperationError} `invalid_parameter` for one that was altered, or made for other filters or elsewhere
   */
  read<Key extends object>(cursor: string | undefined, filters: object): Promise<Key | undefined>;
  /** The cursor of the next page; null on the last one. */
  write(next: object | null, filters: object): Promise<string | null>;
}

/** What account operations may use. Made anew for each call. */
export interface AccountContext {
  addresses: Addresses;
  /** The connection the call came through. */
  pass: Pass;
  billing: AccountQuestions;
  cursors: Cursors;
  /** The application's own entries for this login and account, older than a key, newest first. */
  entries(before: LogKey | undefined, limit: number): Promise<LogEntry[]>;
  /** The API's own description. */
  openApi(): OpenApiDocument;
}

/** Defines an operation on an account. */
export const accountOperation = operationsFor<AccountContext>();

/** What the account Worker is made of; one per isolate. */
export interface Account {
  addressesOf: (address: string) => Addresses | null;
  theme: Theme;
  now: () => number;
  billing: CustomerBilling;
  catalogue: CatalogueServicePort;
  signer: Signer;
  connectionIds: ObjectIds;
  connectionOf: (id: string) => ConnectionPort;
  sessionOf: (id: string) => SessionPort;
  index: ConnectionIndex;
  registry: ClientRegistry;
  clients: Clients;
  limit: AddressLimit;
  gate: ConnectionGate;
}

/** Everything of the account, on its bindings. */
export function openAccount(env: AccountEnv): Account {
  const now = () => Date.now();
  const signer = new Signer(() => env.SERVICE_KEY.get(env.SERVICE_KEY.idFromName("service")).read());
  const connectionIds = new ObjectIds(signer, "connection");
  const connectionOf = (id: string) => asPort(env.CONNECTION.get(env.CONNECTION.idFromName(id)));
  const registry = new ClientRegistry(env.ACCOUNT_DB, now);
  return {
    addressesOf: addressBook(env),
    theme: themeFrom(env),
    now,
    billing: env.BILLING,
    catalogue: env.CATALOGUE,
    signer,
    connectionIds,
    connectionOf,
    sessionOf: (id) => env.SESSION.get(env.SESSION.idFromName(id)),
    index: new ConnectionIndex(env.ACCOUNT_DB),
    registry,
    clients: new Clients(registry, new MetadataDocuments(registry, env.DEMONSTRATION === "true", now)),
    limit: new AddressLimit(
      {
        window: (name) => env.ADDRESS_WINDOW.get(env.ADDRESS_WINDOW.idFromName(name)),
        dailyKey: (day) => env.DAILY_KEY.get(env.DAILY_KEY.idFromName(day)),
      },
      now,
    ),
    gate: new ConnectionGate(connectionIds, connectionOf, now),
  };
}

/** The operations of the account, with what they run on. */
export function accountDesk(
  { billing, gate, index, connectionOf, signer, theme, now }: Account,
  operations: Desk<AccountContext>["operations"],
): Desk<AccountContext> {
  const log = new ApplicationLog(index, connectionOf, now);
  return {
    operations,
    gate,
    now,
    answers: new AnswerCache(ANSWERS_IN_MEMORY),
    contextFor: ({ addresses, operation, turn }: CallScope): AccountContext => {
      const openApi = () => describeOpenApi(operations, apiDescription(theme.brand.name, addresses));
      // A public operation is handed no connection, and asks for none.
      if (!turn) return { addresses, openApi } as AccountContext;
      const { pass } = turn;
      const { id, loginId, accountId, limit } = pass;
      const question = { loginId, accountId, permissions: operation.access?.permissions ?? [] };
      return {
        addresses,
        pass,
        billing: new AccountQuestions(billing, question, limit),
        cursors: new OperationCursors(signer, id, operation.id),
        entries: (before, count) => log.entries(pass, before, count),
        openApi,
      };
    },
  };
}

/** The description of the API for each origin and language, no more. */
const ANSWERS_IN_MEMORY = 20;

/** What a connection takes from the world around it. */
export function connectionSurroundings(env: AccountEnv): ConnectionSurroundings {
  return {
    now: () => Date.now(),
    notices: new MailNotices(env.BILLING, new Mailer(env.EMAIL, env)),
    list: new ConnectionIndex(env.ACCOUNT_DB),
  };
}

/** The stub's types wrap what crosses the binding; what it does is the port. */
function asPort(stub: DurableObjectStub<ConnectionObject>): ConnectionPort {
  return stub as unknown as ConnectionPort;
}
