import type { WritePlace } from "../../../shared/operator-contract/account-operator.ts";
import type { ShownRow } from "../../../shared/operator-contract/answers.ts";
import { act, InputError, read } from "./command.ts";
import { answerOf } from "./look-ups.ts";

const PLACE = {
  account: { kind: "number", label: "Account" },
  reference: { kind: "text", label: "Reference" },
} as const;

/** The commands for reading and settling stuck actions. */
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
    title: "A stuck action, how to end it, and earlier instructions for it",
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
    title: "Record whether a stuck action was done, after you have checked the billing system",
    fields: {
      ...PLACE,
      outcome: { kind: "choice", label: "Outcome", choices: ["done", "nothing"] },
      order: { kind: "number", label: "Its order, if it makes one", isOptional: true },
    },
    about: "action",
    subject: ({ account, reference }) => `action:${account}:${reference}`,
    async preview({ outcome, order, ...place }, { account }) {
      if (outcome === "nothing" && order !== null) throw new InputError("If nothing was done, there is no order.");
      const [row] = (await account.action(placeIn(place))).stuck;
      if (!row) return null;
      const what = `${row.operation}${row.target ? ` of ${row.target}` : ""}, account ${row.account}, login ${row.login}`;
      const was =
        outcome === "nothing" ? "nothing was done" : `it was done${order === null ? "" : `, as order ${order}`}`;
      return `This settles ${what}: ${was}. Within a minute its application gets this outcome, unless the billing system contradicts you.`;
    },
    async run({ outcome, order, ...place }, { account }, because) {
      return account.settle({ ...placeIn(place), outcome, order, because });
    },
  }),
};

/** Matches a reference in the form that the billing contract requires. */
const BILLING_REFERENCE = /^[\x21-\x7e]{1,64}$/;

function placeIn({ account, reference }: WritePlace): WritePlace {
  if (!BILLING_REFERENCE.test(reference))
    throw new InputError("A reference has at most 64 visible characters: stuck lists them.");
  return { account, reference };
}

const NOT_STUCK_ANY_MORE = "It is no longer stuck.";
const NOT_LISTED =
  "The account has no stuck action of this reference. An action from a recent alert is listed within a minute, or else with the next daily alert.";

function whatEnds({ reason }: ShownRow): string {
  switch (reason) {
    case "late":
      return "The billing system has not reported its outcome. It ends automatically with the next answer; settle it if none will come.";
    case "ambiguous":
      return "The billing system has several possible matches, or a different one. Look for them there by account, time and target. Leave at most one, and settle it: done with its order, or nothing.";
    case "found_late":
      return "It appeared after its key had answered that nothing was done. Talk to the customer. Then undo it there and settle it as nothing, or settle it as done.";
    default:
      return "The billing system says that it is in progress. Check there why it does not end.";
  }
}
