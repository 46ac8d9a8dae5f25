/**
 * Port: the registrar that the embedded engine registers domains with. Orders carry a reference: a repeat under the
 * same one is done once. A `requestId` is for log lines.
 */
export interface Registrar {
  /** The name's state at the registry, with any holder. */
  check(name: string, requestId?: string): Promise<RegistrarResult<NameState>>;
  /** Null if the name is not registered through this registrar. */
  read(name: string, requestId?: string): Promise<RegistrarResult<RegisteredDomain | null>>;
  register(registration: RegistrationRequest, requestId?: string): Promise<RegistrarResult<RegisteredDomain>>;
  /** Begins a transfer, which completes or fails later; {@link readTransfer} reports it. */
  beginTransfer(transfer: TransferIn, requestId?: string): Promise<RegistrarResult<TransferState>>;
  readTransfer(transfer: NewName, requestId?: string): Promise<RegistrarResult<TransferState>>;
  /** @param from the current expiry, YYYY-MM-DD; a name with another expiry was renewed already */
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
 * `redemption`, `pending_delete`: taken, and neither registered nor transferred now. `premium`: free, at a special price, which the engine
 * does not pay. `unavailable`: reserved, blocked or not under an extension that takes names.
 */
export type NameState = "available" | "taken" | "premium" | "redemption" | "pending_delete" | "unavailable";

/**
 * `unavailable`: no answer, and the outcome is unknown. `refused`: nothing was done. `provider`: nothing was done for a
 * reason that the provider must fix: no money at the registrar, wrong credentials, or credentials that may not do this.
 */
export type RegistrarProblem =
  | { kind: "unavailable" }
  | { kind: "refused"; reason: string }
  | { kind: "provider"; reason: "funds" | "credentials" | "not_permitted" };

export type RegistrarResult<Value> = { ok: true; value: Value } | { ok: false; problem: RegistrarProblem };

/** The holder of a name. */
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

/** A name to register or transfer in. */
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
  /** Earlier tries of this order, each with a known outcome: a new one must not get their stored answer. */
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

/** Dates are YYYY-MM-DD. */
export interface RegisteredDomain {
  name: string;
  registrar: string;
  registeredOn: string;
  expiresOn: string;
  nameservers: string[];
  locked: boolean;
  /** Whether the registry supports locks against transfers. */
  lockSupported: boolean;
  /** Whether the registry or the registrar forbids a transfer now, no matter the lock. */
  transferProhibited: boolean;
}
