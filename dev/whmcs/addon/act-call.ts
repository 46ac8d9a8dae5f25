import { AddonRefusal } from "./addon-answer.ts";
import { writtenAmount } from "./addon-invoice.ts";
import { ofClient, plainParameters } from "./call-parameters.ts";

/** The members of `act`, once they are read. */
export interface ActCall {
  client: number;
  reference: string;
  action: string;
  /** With the account set. */
  parameters: Record<string, unknown>;
  /** The price that the invoice must have, as `12.34`. */
  subtotal: string | null;
  takeBack: boolean;
  memo: string;
}

/** Per action what may be said of an order. */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  AddOrder: [
    ...["billingcycle", "clientid", "domain", "domainfields", "domainrenewals", "domaintype", "eppcode", "noemail"],
    ...["nameserver1", "nameserver2", "nameserver3", "nameserver4", "nameserver5", "noinvoiceemail", "paymentmethod"],
    ...["pid", "promocode", "regperiod"],
  ],
  UpgradeProduct: ["clientid", "newproductbillingcycle", "newproductid", "paymentmethod", "serviceid", "type"],
};
const MAX_MEMO_BYTES = 8_192;

/** @throws AddonRefusal where a member is not as it must be */
export function readActCall(call: Readonly<Record<string, unknown>>): ActCall {
  const key = readActionKey(call);
  const { action, parameters, subtotal = null, take_back: takeBack, memo } = call;
  const allowed = typeof action === "string" && Object.hasOwn(ALLOWED, action) ? ALLOWED[action] : undefined;
  if (typeof action !== "string" || !allowed) throw new AddonRefusal(400, "unknown_call");
  const own = ofClient(plainParameters(parameters, allowed), "clientid", key.client);
  const agreed = writtenAmount(subtotal);
  const isMemo = typeof memo === "string" && Buffer.byteLength(memo) <= MAX_MEMO_BYTES;
  if (!isMemo || typeof takeBack !== "boolean" || (subtotal !== null && agreed === null)) {
    throw new AddonRefusal(400, "bad_parameters");
  }
  return { ...key, action, parameters: own, subtotal: agreed, takeBack, memo };
}

/** The account and the reference of an action. @throws AddonRefusal */
export function readActionKey({ client, reference }: Readonly<Record<string, unknown>>): {
  client: number;
  reference: string;
} {
  const isClient = typeof client === "number" && Number.isInteger(client) && client > 0;
  if (!isClient || typeof reference !== "string" || !/^[\x21-\x7e]{1,128}$/.test(reference)) {
    throw new AddonRefusal(400, "bad_parameters");
  }
  return { client, reference };
}
