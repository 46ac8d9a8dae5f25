/**
 * Port: the registrar that the embedded engine registers domains with. Orders carry a reference: a repeat under the
 * same one is done once. A `requestId` is for log lines.
 */
export interface Registrar {
  /** The name's state at the registry, with any holder. */
  check(name: string, requestId?: string): Promise<RegistrarResult<NameState>>;
  /** Null where the name is not registered through this registrar. */
  read(name: string, requestId?: string): Promise<RegistrarResult<RegisteredDomain | null>>;
  register(registration: RegistrationRequest, requestId?: string): Promise<RegistrarResult<RegisteredDomain>>;
  /** Completes or fails later; {@link readTransfer} tells. */
  beginTransfer(transfer: TransferIn, requestId?: string): Promise<RegistrarResult<TransferState>>;
  readTransfer(transfer: NewName, requestId?: string): Promise<RegistrarResult<TransferState>>;
  /** @param from the current expiry, YYYY-MM-DD; a name with another one was renewed already */
  renew(
    name: string,
    years: number,
    from: string,
    reference: string,
    requestId?: string,
  ): Promise<RegistrarResult<RegisteredDomain>>;
  setNameservers(name: string, nameservers: string[], requestId?: string): Promise<RegistrarResult<RegisteredDomain>>;
  setLock(name: string, locked: boolean, requestId?: string): Promise<RegistrarResult<RegisteredDomain>>;
  /** Only to be mailed to the owner; never logged, stored or answered. */
  readAuthCode(name: string, requestId?: string): Promise<RegistrarResult<string>>;
}

/**
 * `redemption`, `pending_delete`: taken, and neither registered nor transferred now. `premium`: free, at a special price, which is not
 * paid. `unavailable`: reserved, blocked or not under an extension that takes names.
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

/** Who holds a name. */
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

/** A name to be registered or transferred in. */
export interface NewName {
  /** A-label form, lower case. */
  name: string;
  /** As the account was when it placed the order. */
  registrant: Registrant;
  /** The registry's extra fields by name. */
  fields: Record<string, string>;
  reference: string;
}

export interface RegistrationRequest extends NewName {
  /** Of this order before, each with its outcome known: another one is not answered with what is stored of them. */
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
  /** The registry supports locking against transfers. */
  lockSupported: boolean;
  /** Registry or registrar forbid a transfer now, whatever the lock. */
  transferProhibited: boolean;
}
