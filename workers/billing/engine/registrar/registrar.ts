/**
 * The interface to the registrar with which the embedded engine registers domains. Requests for orders have a
 * reference. Repeating a request with the same reference has no further effect. A `requestId` is only for log lines.
 */
export interface Registrar {
  /** Returns the state of a domain name at the registry, regardless of its holder. */
  check(name: string, requestId?: string): Promise<RegistrarResult<NameState>>;
  /** Returns a domain; `null` if this registrar does not have it. */
  read(name: string, requestId?: string): Promise<RegistrarResult<RegisteredDomain | null>>;
  register(registration: RegistrationRequest, requestId?: string): Promise<RegistrarResult<RegisteredDomain>>;
  /** Starts a transfer, which completes or fails later. {@link readTransfer} returns its state. */
  beginTransfer(transfer: TransferIn, requestId?: string): Promise<RegistrarResult<TransferState>>;
  readTransfer(transfer: NewName, requestId?: string): Promise<RegistrarResult<TransferState>>;
  /**
   * Renews a domain.
   * @param from the current expiry day, as YYYY-MM-DD; a domain with a later expiry was already renewed
   */
  renew(
    name: string,
    years: number,
    from: string,
    reference: string,
    requestId?: string,
  ): Promise<RegistrarResult<RegisteredDomain>>;
  setNameservers(name: string, nameservers: string[], requestId?: string): Promise<RegistrarResult<RegisteredDomain>>;
  setLock(name: string, locked: boolean, requestId?: string): Promise<RegistrarResult<RegisteredDomain>>;
  /** Reads the auth code for an e-mail to the owner. Callers must never log, store or return the code. */
  readAuthCode(name: string, requestId?: string): Promise<RegistrarResult<string>>;
}

/**
 * The state of a domain name. In `redemption` and `pending_delete`, the name is taken and can be neither registered nor
 * transferred. A `premium` name is available at a special price, which the engine does not pay. An `unavailable` name
 * is reserved or blocked, or its extension accepts no names.
 */
export type NameState = "available" | "taken" | "premium" | "redemption" | "pending_delete" | "unavailable";

/**
 * The problem with a request. `unavailable` means that the outcome is unknown, because the registrar did not respond or
 * its response is not understood. `refused` means that nothing was done. `provider` also means that nothing was done,
 * and the provider must fix a problem at the registrar, such as missing funds.
 */
export type RegistrarProblem =
  | { kind: "unavailable" }
  | { kind: "refused"; reason: string }
  | { kind: "provider"; reason: "funds" | "credentials" | "not_permitted" };

export type RegistrarResult<Value> = { ok: true; value: Value } | { ok: false; problem: RegistrarProblem };

/** The holder of a domain. */
export interface Registrant {
  firstName: string;
  lastName: string;
  organization: string | null;
  /** The street lines, at most two. */
  street: string[];
  city: string;
  postalCode: string;
  /** The subdivision code: the part after the hyphen in ISO 3166-2. */
  province: string | null;
  /** The country code (ISO 3166-1 alpha-2). */
  country: string;
  /** The phone number in E.164 format. */
  phone: string;
  email: string;
}

/** A domain to register or to transfer to this registrar. */
export interface NewName {
  /** The domain name in A-label form and lower case. */
  name: string;
  /** The account's details at the time of the order. */
  registrant: Registrant;
  /** The registry's extra fields, by name. */
  fields: Record<string, string>;
  reference: string;
}

export interface RegistrationRequest extends NewName {
  /**
   * The number of earlier attempts that ended without completing the order. A new attempt must not get a response that
   * the registrar has stored for an earlier one.
   */
  tries: number;
  years: number;
  nameservers: string[];
}

export interface TransferIn extends NewName {
  authCode: string | null;
}

export type TransferState =
  | { state: "pending" }
  | { state: "completed"; domain: RegisteredDomain }
  | { state: "failed"; reason: string };

/** A domain at the registrar. Dates are YYYY-MM-DD. */
export interface RegisteredDomain {
  name: string;
  registrar: string;
  registeredOn: string;
  expiresOn: string;
  nameservers: string[];
  locked: boolean;
  /** Whether the registry supports transfer locks. */
  lockSupported: boolean;
  /** Whether the registry or the registrar currently forbids a transfer, regardless of the lock. */
  transferProhibited: boolean;
}
