/**
 * Port: the registrar at which the embedded engine registers domains. Orders have a reference, and a repeated reference
 * is done once. A `requestId` is for log lines.
 */
export interface Registrar {
  /** Returns the name's state at the registry, for any holder. */
  check(name: string, requestId?: string): Promise<RegistrarResult<NameState>>;
  /** Returns null if this registrar does not have the domain. */
  read(name: string, requestId?: string): Promise<RegistrarResult<RegisteredDomain | null>>;
  register(registration: RegistrationRequest, requestId?: string): Promise<RegistrarResult<RegisteredDomain>>;
  /** Begins a transfer, which completes or fails later; {@link readTransfer} reports it. */
  beginTransfer(transfer: TransferIn, requestId?: string): Promise<RegistrarResult<TransferState>>;
  readTransfer(transfer: NewName, requestId?: string): Promise<RegistrarResult<TransferState>>;
  /** Renews a domain. @param from the current expiry, YYYY-MM-DD; a domain with another expiry was already renewed */
  renew(
    name: string,
    years: number,
    from: string,
    reference: string,
    requestId?: string,
  ): Promise<RegistrarResult<RegisteredDomain>>;
  setNameservers(name: string, nameservers: string[], requestId?: string): Promise<RegistrarResult<RegisteredDomain>>;
  setLock(name: string, locked: boolean, requestId?: string): Promise<RegistrarResult<RegisteredDomain>>;
  /** Reads the auth code, only for a mail to the owner. Never log, store or return it. */
  readAuthCode(name: string, requestId?: string): Promise<RegistrarResult<string>>;
}

/**
 * The state of a name. `redemption`, `pending_delete`: taken, and neither registered nor transferred now. `premium`:
 * free, at a special price that the engine does not pay. `unavailable`: reserved, blocked, or under an extension that
 * takes no names.
 */
export type NameState = "available" | "taken" | "premium" | "redemption" | "pending_delete" | "unavailable";

/**
 * The problem of a request. `unavailable`: no answer, so the outcome is unknown. `refused`: nothing was done.
 * `provider`: nothing was done, and the provider must add money or fix the credentials at the registrar.
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
  /** At most two lines. */
  street: string[];
  city: string;
  postalCode: string;
  /** The part after the country's hyphen in ISO 3166-2. */
  province: string | null;
  /** ISO 3166-1 alpha-2. */
  country: string;
  /** E.164. */
  phone: string;
  email: string;
}

/** A domain to register or transfer in. */
export interface NewName {
  /** A-label form, lower case. */
  name: string;
  /** The account's details at the time of the order. */
  registrant: Registrant;
  /** The registry's extra fields by name. */
  fields: Record<string, string>;
  reference: string;
}

export interface RegistrationRequest extends NewName {
  /** The number of earlier attempts with a known outcome. A new attempt must not get their stored answer. */
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
  /** Whether the registry or the registrar forbids a transfer now, with or without the lock. */
  transferProhibited: boolean;
}
