import type { AccountPort } from "../../../durable-objects/account/account-port.ts";
import type { ApprovalPort } from "../../../durable-objects/account/approvals/approval-port.ts";
import type { ConnectionPort } from "../../../durable-objects/connection/connection-port.ts";
import type { PendingAuthorization, SessionPort, SessionState } from "../../../durable-objects/session/session-port.ts";
import type { ChangeScope } from "../../../shared/account-access/scopes.ts";
import type { ClientAreaPort } from "../../../shared/billing-contract/client-area.ts";
import type { CustomerReads } from "../../../shared/billing-contract/customer.ts";
import type { BillingDescription } from "../../../shared/billing-contract/description.ts";
import type { SignedIn } from "../../../shared/pages/sign-in/session.ts";
import type { BrowserSession, Sessions } from "../../../shared/pages/sign-in/sessions.ts";
import type { Theme } from "../../../shared/pages/theme.ts";
import type { Visit } from "../../../shared/pages/visit.ts";
import type { AddressLimit } from "../../../shared/platform/address-limit.ts";
import type { Addresses } from "../../../shared/platform/addresses.ts";
import type { ObjectIds } from "../../../shared/platform/ids.ts";
import type { Language } from "../../../shared/platform/language.ts";
import type { ConnectionIndex } from "../connections/connection-index.ts";
import type { Consent } from "../connections/make-connection.ts";
import type { ProviderActs } from "../connections/provider-acts.ts";
import type { ReadAuthorization } from "../oauth/authorization-request.ts";
import type { AreZonesConnected, DescribeBilling } from "../queries/remembered-descriptions.ts";

export type CustomerSession = BrowserSession<SessionPort>;

export interface PageDependencies {
  theme: Theme;
  clientArea: ClientAreaPort;
  sessions: Sessions<SessionPort>;
  billing: Pick<
    CustomerReads,
    | "signIn"
    | "signInSecondStep"
    | "beginSignIn"
    | "endSignIn"
    | "listManagedAccounts"
    | "readHolding"
    | "readConsentFacts"
    | "listDomains"
    | "listServices"
  >;
  /**
   * Reads an application's authorization request (RFC 6749 §4.1.1).
   * @param isCounted whether to count the request by network address, because it starts a session or its session has
   * many pending authorizations
   */
  readAuthorization(
    request: Request,
    addresses: Addresses,
    isCounted: boolean,
    requestId: string,
  ): Promise<ReadAuthorization>;
  /**
   * Makes the connection.
   * @returns the redirect URL with the authorization code
   */
  connect(pending: PendingAuthorization, consent: Consent, requestId: string): Promise<string>;
  index: Pick<ConnectionIndex, "add" | "alive" | "ended" | "find" | "forget" | "ofApplication">;
  /** The acts of the provider's operator on a login and its connections. */
  providerActs: Pick<ProviderActs, "ofLogin">;
  /**
   * Gets the object of a connection.
   * @param id an id that `ids` created
   */
  connection: (id: string) => ConnectionPort;
  /** Gets the object of an account that the login manages or managed. */
  account: (accountId: number) => Pick<AccountPort, "entries" | keyof ApprovalPort>;
  ids: Pick<ObjectIds, "mint" | "isOurs">;
  /** Returns the current time, in epoch milliseconds. */
  now: () => number;
  limit: Pick<AddressLimit, "count">;
  describe: DescribeBilling;
  areZonesConnected: AreZonesConnected;
}

export interface CustomerPageRequest extends PageDependencies {
  request: Request;
  /** The billing system's description; `null` until it has been read once. */
  described: BillingDescription | null;
  /** Whether a server with zones is connected; `null` while that is unknown. */
  hasZones: boolean | null;
  /** The kinds of change that a customer can allow now. */
  offered: readonly ChangeScope[];
  requestId: string;
  addresses: Addresses;
  visit: Visit;
  session: CustomerSession | null;
}

/** A form with a checked token, so it comes from a page of this session. */
export interface CustomerForm extends CustomerPageRequest {
  session: CustomerSession;
  form: URLSearchParams;
}

/**
 * Returns a session's pending authorization, or `null` if there is none. The id comes from a URL, so it may be the name
 * of an inherited property.
 */
export function pendingAuthorizationOf(
  { pending }: SessionState,
  id: string,
  now: number,
): PendingAuthorization | null {
  const found = Object.hasOwn(pending, id) ? pending[id] : undefined;
  return found && found.expiresAt > now ? found : null;
}

/** A signed-in login's request for the page of connected assistants. */
export interface AssistantsPageContext
  extends Pick<CustomerPageRequest, "theme" | "visit" | "addresses" | "described" | "offered" | "requestId" | "now">,
    Pick<PageDependencies, "clientArea" | "index" | "providerActs" | "connection" | "account" | "ids"> {
  billing: Pick<CustomerReads, "readConsentFacts" | "listDomains" | "listServices">;
  signedIn: SignedIn;
  /** The value of `token` in every form. In a posted form, it is already checked. */
  formToken: string;
}

/** The customer who acts, with the context of the request. */
export interface ActingCustomer {
  signedIn: SignedIn;
  language: Language;
  addresses: Addresses;
  requestId: string;
}
