/** A call that is refused before anything is done. */
export interface RefusedCall {
  name: string;
  call: string;
  /** Members in place of those of a call that is taken. */
  changes: Record<string, unknown>;
  /** Parameters of the action besides its own. */
  more?: Record<string, unknown>;
  status: number;
  error: string;
}

const bad = { status: 400, error: "bad_parameters" };
const unknown = { status: 400, error: "unknown_call" };
const foreign = { status: 400, error: "foreign_account" };
const read = (action: string, parameters: Record<string, unknown> = {}) => ({ action, parameters });
const asks = (...calls: object[]) => ({ calls });

/** Of the simulated addon as of the real one; its own tests in PHP ask for more. */
export const REFUSED_CALLS: RefusedCall[] = [
  { name: "another action", call: "act", changes: { action: "AcceptOrder" }, ...unknown },
  { name: "a price", call: "act", changes: {}, more: { priceoverride: ["0.01"] }, ...bad },
  { name: "another account among its parameters", call: "act", changes: {}, more: { clientid: 1002 }, ...foreign },
  { name: "no account", call: "act", changes: { client: null }, ...bad },
  { name: "a reference with a line's end", call: "act", changes: { reference: "reference\n" }, ...bad },
  { name: "an amount with a third decimal", call: "act", changes: { subtotal: "12.005" }, ...bad },
  { name: "a long memo of two bytes a character", call: "act", changes: { memo: "é".repeat(4_097) }, ...bad },
  { name: "a withdrawing that is neither yes nor no", call: "find", changes: { withdraw: "no" }, ...bad },
  { name: "nine questions", call: "ask", changes: { calls: Array(9).fill(read("GetProducts")) }, ...bad },
  {
    name: "a change of plan, not its price",
    call: "ask",
    changes: asks(read("UpgradeProduct", { serviceid: 7 })),
    ...bad,
  },
  { name: "a question that writes", call: "ask", changes: asks(read("UpdateClient")), ...unknown },
  { name: "an account's own without an account", call: "ask", changes: { client: null, user: null }, ...bad },
  {
    name: "a question in another account",
    call: "ask",
    changes: asks(read("GetInvoices", { userid: 1002 })),
    ...foreign,
  },
];
