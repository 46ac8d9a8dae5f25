/**
 * The registrar that the embedded engine registers names with. What changes something carries a reference: the registrar
 * does the same reference once, and answers it the same way again. A `requestId` is for log lines.
 */
export interface Registrar {
  /** What the registry says of a name just now, whoever holds it. */
  check(name: string, requestId?: string): Promise<RegistrarResult<NameState>>;
  /** Null: the registrar knows nothing of the name. */
  read(name: string, requestId?: string): Promise<RegistrarResult<RegisteredDomain | null>>;
  register(registration: RegistrationRequest, requestId?: string): Promise<RegistrarResult<RegisteredDomain>>;
  /** Ends as `completed` or `failed` by itself; {@link readTransfer} says when. */
  beginTransfer(transfer: TransferIn, requestId?: string): Promise<RegistrarResult<TransferState>>;
  readTransfer(name: string, reference: string, requestId?: string): Promise<RegistrarResult<TransferState>>;
  /** @param from the expiry that is prolonged, YYYY-MM-DD: a renewal from another one was done before */
  renew(
    name: string,
    years: number,
    from: string,
    reference: string,
    requestId?: string,
  ): Promise<RegistrarResult<RegisteredDomain>>;
  setNameservers(name: string, nameservers: string[], requestId?: string): Promise<RegistrarResult<RegisteredDomain>>;
  setLock(name: string, locked: boolean, requestId?: string): Promise<RegistrarResult<RegisteredDomain>>;
  /** For mailing to the owner, and for nothing else: never logged, stored or answered. */
  readAuthCode(name: string, requestId?: string): Promise<RegistrarResult<string>>;
}

/**
 * `redemption`, `pending_delete`: taken, and neither registered nor transferred now. `unavailable`: reserved, blocked or not
 * under an extension that takes names.
 */
export const NAME_STATES = ["available", "taken", "redemption", "pending_delete", "unavailable"] as const;
export type NameState = (typeof NAME_STATES)[number];

/** `unavailable`: it did not answer, and whether something was done is not known. `refused`: it was not. */
export type RegistrarResult<Value> =
  | { ok: true; value: Value }
  | { ok: false; problem: { kind: "unavailable" } | { kind: "refused"; reason: string } };

export interface RegistrationRequest {
  /** A-label form, lower case. */
  name: string;
  years: number;
  nameservers: string[];
  reference: string;
}

export interface TransferIn {
  name: string;
  authCode: string | null;
  reference: string;
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
  /** Of the last transfer here, null where it was registered here. */
  transferredOn: string | null;
  expiresOn: string;
  nameservers: string[];
  locked: boolean;
  /** The registry lets its names be locked against transfers. */
  lockSupported: boolean;
  /** The registry itself forbids a transfer, whatever the lock says. */
  transferProhibited: boolean;
}
