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
    group: "Watch",
    label: "Stuck actions",
    title: "Actions whose outcome is not known",
    fields: {},
    async run(_, { account }) {
      const stuck = await account.stuck();
      return answerOf({ stuck }, stuck.length === 0 ? ["Nothing is stuck."] : []);
    },
  }),
  action: read({
    group: "Look up",
    label: "Details of a stuck action",
    title: "What a stuck action is, what ends it, and what was said of it",
    fields: PLACE,
    subjects: ({ account }) => [`account:${account}`],
    async run(input, { account }) {
      const { stuck, instructions } = await account.action(placeIn(input));
      const none = instructions.length > 0 ? NOT_STUCK_ANY_MORE : NOT_LISTED;
      return answerOf({ stuck, instructions }, stuck.length > 0 ? stuck.map(whatEnds) : [none]);
    },
  }),
  settle: act({
    group: "Act",
    label: "Settle a stuck action",
    title: "Say whether a stuck action was done, after you have looked in the billing system",
    fields: {
      ...PLACE,
      outcome: { kind: "choice", label: "Outcome", choices: ["done", "nothing"] },
      order: { kind: "number", label: "Its order, where it makes one", isOptional: true },
    },
    subject: ({ account, reference }) => `action:${account}:${reference}`,
    async preview({ outcome, order, ...place }, { account }) {
      if (outcome === "nothing" && order !== null) throw new InputError("If nothing was done, there is no order.");
      const [row] = (await account.action(placeIn(place))).stuck;
      if (!row) return null;
      const what = `${row.operation}${row.target ? ` of ${row.target}` : ""}, account ${row.account}, login ${row.login}`;
      const was =
        outcome === "nothing" ? "nothing was done" : `it was done${order === null ? "" : `, as order ${order}`}`;
      return `This settles ${what}: ${was}. Within a minute its application learns so, unless the billing system contradicts you.`;
    },
    async run({ outcome, order, ...place }, { account }, because) {
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
