import type { ActionPlace } from "../../../shared/operator-contract/account-operator.ts";
import type { ShownRow } from "../../../shared/operator-contract/answers.ts";
import type { ActHandler, ReadHandler } from "./command-handler.ts";
import { type CommandInput, InputError } from "./command-input.ts";

/** As the port of the billing system has it. */
const REFERENCE = /^[\x21-\x7e]{1,64}$/;

const stuck: ReadHandler = async (_, { account }) => {
  const rows = await account.stuck();
  return { tables: { stuck: rows }, notes: rows.length === 0 ? ["Nothing is stuck."] : [] };
};

const action: ReadHandler = async (input, { account }) => {
  const { stuck: rows, instructions } = await account.action(placeIn(input));
  const notes = rows.length > 0 ? rows.map(whatEnds) : [instructions.length > 0 ? NOT_STUCK_ANY_MORE : NOT_LISTED];
  return { tables: { stuck: rows, instructions }, notes };
};

const settle: ActHandler = {
  subjectOf: (input) => `action:${input.number("account")}:${input.text("reference")}`,
  async carryOut(input, { account }, because) {
    const outcome = input.text("outcome") === "done" ? "done" : "nothing";
    const order = input.optionalNumber("order");
    if (outcome === "nothing" && order !== null) throw new InputError("Where nothing was done there is no order.");
    return account.settle({ ...placeIn(input), outcome, order, because });
  },
};

/** Actions whose outcome is not known. */
export const actionCommands = { stuck, action, settle };

function placeIn(input: CommandInput): ActionPlace {
  const reference = input.text("reference");
  if (!REFERENCE.test(reference)) throw new InputError("A reference is at most 64 visible characters: stuck has them.");
  return { account: input.number("account"), reference };
}

const NOT_STUCK_ANY_MORE = "It is not stuck any more.";
const NOT_LISTED =
  "The account has no stuck action of this reference. What an alert named a moment ago is listed within a minute, or else with the next daily alert.";

function whatEnds({ reason }: ShownRow): string {
  switch (reason) {
    case "late":
      return "The billing system has not said what became of it. It ends by itself with the next answer; settle it where none will come.";
    case "ambiguous":
      return "The billing system has several things, or another one, that may be it. Look for them there by account, time and target; leave one at most, and settle it: done with its order, or nothing.";
    case "found_late":
      return "It turned up after its key had said that nothing was done. Talk to the customer; then either undo it there and settle it as nothing, or settle it as done.";
    default:
      return "The billing system says that it is under way. See why it does not end there.";
  }
}
