import type { AccountPort } from "../../../durable-objects/account/account-port.ts";
import type { ConnectionPort } from "../../../durable-objects/connection/connection-port.ts";
import type { PendingAuthorization, SessionPort, SessionState } from "../../../durable-objects/session/session-port.ts";
import type { CustomerBilling } from "../../../shared/billing-contract/customer.ts";
import type { SignedIn } from "../../../shared/pages/sign-in/session.ts";
import type { BrowserSession, Sessions } from "../../../shared/pages/sign-in/sessions.ts";
import type { Theme } from "../../../shared/pages/theme.ts";
import type { Visit } from "../../../shared/pages/visit.ts";
import type { Addresses } from "../../../shared/platform/addresses.ts";
import type { ObjectIds } from "../../../shared/platform/object-id.ts";
import type { ConnectionIndex } from "../connections/connection-index.ts";
import type { Consent } from "../connections/make-connection.ts";
import type { ReadAuthorization } from "../oauth/authorization-request.ts";

export type CustomerSession = BrowserSession<SessionPort>;

/** What the customer's pages work with. */
export interface PageCollaborators {
  theme: Theme;
  sessions: Sessions<SessionPort>;
  billing: Pick<
    CustomerBilling,
    "signIn" | "signInSecondStep" | "listManagedAccounts" | "listServices" | "listDomains"
  >;
  /**
   * Reads an application's request to authorize (RFC 6749 §4.1.1).
   * @param isCounted it starts a session, or its session asks a lot: counted by address
   */
  readAuthorization(
    request: Request,
    addresses: Addresses,
    isCounted: boolean,
    requestId: string,
  ): Promise<ReadAuthorization>;
  /** Makes the connection. @returns the address to return to, with its authorization code */
  connect(pending: PendingAuthorization, consent: Consent, requestId: string): Promise<string>;
  index: Pick<ConnectionIndex, "add" | "alive" | "ended" | "forget">;
  /** @param id one that `ids` made */
  connection: (id: string) => ConnectionPort;
  /** @param id of an account that the login manages or managed */
  account: (id: number) => Pick<AccountPort, "entries">;
  /** Ids of connections. */
  ids: Pick<ObjectIds, "mint" | "isOurs">;
  /** Epoch milliseconds. */
  now: () => number;
  /** Whether the billing system's customers are made up. */
  isDemonstration: (requestId: string) => Promise<boolean>;
}

/** One request for a page of the customer's. */
export interface CustomerPageRequest extends PageCollaborators {
  request: Request;
  /** The page says that nothing here is real. */
  demonstration: boolean;
  requestId: string;
  addresses: Addresses;
  visit: Visit;
  /** The session of the request's cookie. */
  session: CustomerSession | null;
}

/** A form that a page of ours sent, made for the session it came with. */
export interface CustomerForm extends CustomerPageRequest {
  session: CustomerSession;
  form: URLSearchParams;
}

/** What every page of the customer's is drawn with. */
export type PageContext = Pick<CustomerPageRequest, "theme" | "visit" | "addresses" | "demonstration">;

/** The application of a pending authorization, as pages show it. */
export type ShownApplication = Pick<PendingAuthorization, "name" | "origin" | "returnsTo">;

/** A pending authorization of a session; null where there is none. Ids come from addresses: one may be a name like `constructor`. */
export function pendingAuthorizationOf(
  { pending }: SessionState,
  id: string,
  now: number,
): PendingAuthorization | null {
  const found = Object.hasOwn(pending, id) ? pending[id] : undefined;
  return found && found.expiresAt > now ? found : null;
}

/** Everything the page of connected assistants works with, for one request of a person who is signed in. */
export interface AssistantsPageContext
  extends Pick<
    CustomerPageRequest,
    "theme" | "visit" | "addresses" | "index" | "connection" | "account" | "ids" | "now" | "demonstration" | "requestId"
  > {
  billing: Pick<CustomerBilling, "listManagedAccounts" | "listServices" | "listDomains">;
  signedIn: SignedIn;
  /** Goes into every form as `token`; whoever calls has checked the one that came. */
  formToken: string;
  /** Address of ours where the password is given again, and that leads back to the form for a new API token. */
  signInAgain: string;
}
