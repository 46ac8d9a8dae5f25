import { isJsonObject } from "../../../shared/platform/json.ts";
import type { Parameters } from "../parameters.ts";
import { listed, ORDERING, READING, REFUSALS } from "./addon-lists.ts";

/** The response of the addon's endpoint, before it is written. */
export interface AddonAnswer {
  status: number;
  body: Record<string, unknown>;
}

export function succeeded(members: Record<string, unknown>): AddonAnswer {
  return { status: 200, body: { result: "success", ...members } };
}

/** An error that refuses a call before anything is done. Its code is from the addon's own list. */
export class AddonRefusal extends Error {
  override name = "AddonRefusal";
  readonly #detail: string;
  readonly #retryAfter: number | null;

  /**
   * @param detail what the caller can do about the refusal
   * @param retryAfter seconds until a retry; `null` if unknown
   */
  constructor(code: string, detail = "", retryAfter: number | null = null) {
    super(code);
    this.#detail = detail;
    this.#retryAfter = retryAfter;
  }

  get answer(): AddonAnswer {
    const { STATUSES, MESSAGES } = REFUSALS;
    const message = MESSAGES[this.message] + (this.#detail && `: ${this.#detail}`);
    const wait = this.#retryAfter === null ? {} : { retry_after: this.#retryAfter };
    return {
      status: STATUSES[this.message] ?? 500,
      body: { result: "error", error: this.message, message, ...wait },
    };
  }
}

/** The account and the reference of an action. */
export interface ActionKey {
  client: number;
  reference: string;
}

/** The parsed fields of an `act` call. */
export interface ActCall extends ActionKey {
  action: string;
  /** The action's parameters, with the account's parameter set. */
  parameters: Parameters;
  /** The subtotal that the invoice must have, as `12.34`; `null` if any is accepted. */
  subtotal: string | null;
  takeBack: boolean;
  memo: string;
}

/**
 * Parses an `act` call.
 * @throws {AddonRefusal} if a field is invalid
 */
export function readActCall(call: Parameters): ActCall {
  const key = readActionKey(call);
  const { action, parameters, subtotal = null, take_back: takeBack, memo } = call;
  const allowed = listed(ORDERING.ALLOWED, action);
  if (!allowed) throw new AddonRefusal("unknown_call");
  const own = ofClient(plainParameters(parameters, allowed), "clientid", key.client);
  const agreed = writtenAmount(subtotal);
  const isMemo = typeof memo === "string" && Buffer.byteLength(memo) <= ORDERING.MAX_MEMO_BYTES;
  if (!isMemo || typeof takeBack !== "boolean" || (subtotal !== null && agreed === null)) {
    throw new AddonRefusal("bad_parameters");
  }
  return { ...key, action: String(action), parameters: own, subtotal: agreed, takeBack, memo };
}

/**
 * Parses the account and the reference of an action.
 * @throws {AddonRefusal} if one of them is invalid
 */
export function readActionKey({ client, reference }: Parameters): ActionKey {
  if (!isId(client) || typeof reference !== "string" || !/^[\x21-\x7e]{1,128}$/.test(reference)) {
    throw new AddonRefusal("bad_parameters");
  }
  return { client, reference };
}

/** Returns an amount with two decimals, ignoring additional zeros; `null` for any other value. */
export function writtenAmount(written: unknown): string | null {
  const text = typeof written === "number" ? String(written) : written;
  const [, whole, decimals = ""] = (typeof text === "string" && /^(-?\d{1,12})(?:\.(\d{1,2})0*)?$/.exec(text)) || [];
  return whole === undefined ? null : `${whole}.${decimals.padEnd(2, "0")}`;
}

const MAX_CALLS = 8;
/** The parsed fields of an `ask` call. */
export interface AskCall {
  client: number | null;
  user: number | null;
  calls: ReadCall[];
}

interface ReadCall {
  action: string;
  parameters: Parameters;
}

/**
 * Parses an `ask` call.
 * @throws {AddonRefusal} if a field is invalid
 */
export function readAskCall({ client = null, user = null, calls }: Parameters): AskCall {
  const isAsked = Array.isArray(calls) && calls.length > 0 && calls.length <= MAX_CALLS;
  const areIds = (client === null || isId(client)) && (user === null || isId(user));
  if (!areIds || !isAsked || (user !== null && client === null)) throw new AddonRefusal("bad_parameters");
  return { client, user, calls: calls.map((one: unknown) => readCall(one, client)) };
}

/** Parses one read of an `ask` call, and sets the account's parameter. */
function readCall(given: unknown, client: number | null): ReadCall {
  const { action: name, parameters = {} }: Record<string, unknown> = isJsonObject(given) ? given : {};
  const known = listed(READING.ALLOWED, name);
  if (!known) throw new AddonRefusal("unknown_call");
  const action = String(name);
  const [holder, others] = known;
  const read = plainParameters(parameters, [...others, ...(holder === null ? [] : [holder])]);
  if (action === "UpgradeProduct" && read.calconly !== true) throw new AddonRefusal("bad_parameters");
  if (holder === null && read.clientid === undefined) return { action, parameters: read };
  if (client === null) {
    const isSearch = Object.hasOwn(READING.HOLDERS, action) && read.clientid === undefined;
    if (!isSearch || typeof read.domain !== "string" || read.domain === "") throw new AddonRefusal("bad_parameters");
    return { action, parameters: read };
  }
  const isCompared = holder === READING.BY_ANSWER || holder === READING.BY_DOMAIN;
  return { action, parameters: isCompared ? read : ofClient(read, holder ?? "clientid", client) };
}

/**
 * Checks parameters for an action. They may be texts, numbers, booleans, and lists or maps of these.
 * @throws {AddonRefusal} if a parameter has another type or is not allowed
 */
export function plainParameters(given: unknown, allowed: readonly string[]): Parameters {
  if (!isJsonObject(given)) throw new AddonRefusal("bad_parameters");
  for (const [name, value] of Object.entries(given)) {
    const items = typeof value === "object" && value !== null ? Object.values(value) : [value];
    const isPlain = items.every((item) => ["string", "number", "boolean"].includes(typeof item));
    if (!allowed.includes(name) || !isPlain) throw new AddonRefusal("bad_parameters");
  }
  return given;
}

/**
 * Returns the parameters with the account set.
 * @throws {AddonRefusal} if they name another account
 */
function ofClient(parameters: Parameters, holder: string, client: number): Parameters {
  if (String(parameters[holder] ?? client) !== String(client)) throw new AddonRefusal("foreign_account");
  return { ...parameters, [holder]: client };
}

/** Returns whether a value can be the id of an account, a user or an item. */
export function isId(given: unknown): given is number {
  return typeof given === "number" && Number.isInteger(given) && given > 0;
}
