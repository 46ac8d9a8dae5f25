import type { WritePlace } from "../../../shared/operator-contract/account-operator.ts";
import type { ShownRow } from "../../../shared/operator-contract/answers.ts";
import { act, InputError, read } from "./command.ts";
import { answerOf } from "./look-ups.ts";

const PLACE = {
  account: { kind: "number", label: "Account" },
  reference: { kind: "text", label: "Reference" },
} as const;

/** What an operator reads and says of actions that wait. */
export const stuckCommands = {
  stuck: read({
    title: "Actions that wait for you",
    fields: {},
    async run(_, { account }) {
      const stuck = await account.stuck();
      return answerOf({ stuck }, stuck.length === 0 ? ["Nothing is stuck."] : []);
    },
  }),
  action: read({
    title: "One of them: what it is, what ends it, what was said of it",
    fields: PLACE,
    subjects: ({ account }) => [`account:${account}`],
    async run(input, { account }) {
      const { stuck, instructions } = await account.action(placeIn(input));
      const none = instructions.length > 0 ? NOT_STUCK_ANY_MORE : NOT_LISTED;
      return answerOf({ stuck, instructions }, stuck.length > 0 ? stuck.map(whatEnds) : [none]);
    },
  }),
  settle: act({
    title: "Say what became of a stuck action",
    fields: {
      ...PLACE,
      outcome: { kind: "choice", label: "What became of it", choices: ["done", "nothing"] },
      order: { kind: "number", label: "Its order, where it makes one", isOptional: true },
    },
    subject: ({ account, reference }) => `action:${account}:${reference}`,
    async run({ outcome, order, ...place }, { account }, because) {
      if (outcome === "nothing" && order !== null) throw new InputError("Where nothing was done there is no order.");
      return account.settle({ ...placeIn(place), outcome, order, because });
    },
  }),
};

/** As the port of the billing system has it. */
const BILLING_REFERENCE = /^[\x21-\x7e]{1,64}$/;

function placeIn({ account, reference }: WritePlace): WritePlace {
  if (!BILLING_REFERENCE.test(reference))
    throw new InputError("A reference is at most 64 visible characters: stuck has them.");
  return { account, reference };
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
