import { AddonRefusal } from "./addon-answer.ts";
import { writtenAmount } from "./addon-invoice.ts";
import { listed, ORDERING } from "./addon-lists.ts";
import { isId, ofClient, plainParameters } from "./call-parameters.ts";

/** The account and the reference of an action. */
export interface ActionKey {
  client: number;
  reference: string;
}

/** The members of `act`, once they are read. */
export interface ActCall extends ActionKey {
  action: string;
  /** With the account set. */
  parameters: Record<string, unknown>;
  /** The price that the invoice must have, as `12.34`. */
  subtotal: string | null;
  takeBack: boolean;
  memo: string;
}

/** @throws AddonRefusal where a member is not as it must be */
export function readActCall(call: Readonly<Record<string, unknown>>): ActCall {
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

/** @throws AddonRefusal */
export function readActionKey({ client, reference }: Readonly<Record<string, unknown>>): ActionKey {
  if (!isId(client) || typeof reference !== "string" || !/^[\x21-\x7e]{1,128}$/.test(reference)) {
    throw new AddonRefusal("bad_parameters");
  }
  return { client, reference };
}
