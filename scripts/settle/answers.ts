import type { SettleCommand } from "./arguments.ts";
import { duration, instant, plainTable } from "./plain-table.ts";
import type { InstructionRow, OrderHolder, StuckRow } from "./statements.ts";

type Settling = Extract<SettleCommand, { name: "settle" }>;

/** What is stuck, as a table; the billing system is named where one has a name. */
export function listAnswer(rows: StuckRow[], now: number): string {
  if (rows.length === 0) return "Nothing is stuck.";
  const isNamed = rows.some(({ installation }) => installation !== "");
  const header = ["ACCOUNT", "REFERENCE", "OPERATION", "TARGET", "STATE", "SENT", "STUCK FOR", "INSTRUCTION"];
  const cells = rows.map((row) => {
    const { installation, account, reference, operation, target, sentAt, since, instruction } = row;
    const cells = [
      ...[String(account), reference, operation, target ?? "-", stateOf(row)],
      ...[sentAt === null ? "-" : instant(sentAt), duration(now - since), instruction ?? "-"],
    ];
    return isNamed ? [installation || '""', ...cells] : cells;
  });
  const table = plainTable([isNamed ? ["INSTALLATION", ...header] : header, ...cells]);
  return `${table}\n\nnpm run settle -- show <account> <reference> says what to do.`;
}

/** One action, what was said of it so far, and what ends it. */
export function showAnswer(rows: StuckRow[], instructions: InstructionRow[], now: number): string {
  if (rows.length === 0 && instructions.length === 0) return NOT_LISTED;
  const parts = rows.map((row) => {
    const { installation, account, reference, login, operation, target, sentAt, since } = row;
    const facts = [
      ["installation", installation || '""'],
      ["account", String(account)],
      ["login", String(login)],
      ["operation", operation],
      ["target", target ?? "-"],
      ["reference", reference],
      ["state", stateOf(row)],
      ["sent", sentAt === null ? "-" : instant(sentAt)],
      ["stuck for", duration(now - since)],
    ];
    return `${plainTable(facts)}\n\n${whatEnds(row.reason)}`;
  });
  if (rows.length === 0) parts.push("It is not stuck any more.");
  const told = instructions.map(({ askedAt, outcome, orderId, state, because, result, isTold }) => {
    const word = `${outcome}${orderId === null ? "" : ` ${orderId}`}`;
    const notes = [`because: ${because}`, result, state === "carried_out" && !isTold ? NOT_TOLD : null];
    return [`${instant(askedAt)}  ${word}  ${state}`, ...notes.filter((note) => note !== null)].join("\n  ");
  });
  return [...parts, ...(told.length > 0 ? [`Instructions:\n${told.join("\n")}`] : [])].join("\n\n");
}

const NOT_TOLD = "The billing system has not been told yet: it is tried every minute.";

const NOT_LISTED =
  "The account has no stuck action of this reference. What an alert named a moment ago is listed within a minute, or else with the next daily alert.";

/** Why an instruction was not written; null where nothing stands against it. */
export function obstacleTo(
  rows: StuckRow[],
  { orderId }: Pick<Settling, "orderId">,
  holders: OrderHolder[],
): string | null {
  const [row, ...others] = rows;
  if (!row) return NOT_LISTED;
  if (others.length > 0) {
    const names = rows.map(({ installation }) => `--installation ${installation || '""'}`);
    return `Several billing systems have this: say which, ${names.join(" or ")}.`;
  }
  if (row.instruction === "asked") return "An instruction about it is on its way: show says what comes of it.";
  const holder = holders.find(({ installation }) => installation === row.installation);
  if (holder) return `Order ${orderId} was named for account ${holder.account}, reference ${holder.reference}.`;
  return null;
}

/** What happens next. */
export function settleAnswer({ account, reference, outcome, orderId }: Settling): string {
  const then =
    outcome === "nothing"
      ? "the key answers that nothing was done, and that a new one is needed"
      : `the key answers 409 refused and says that you have settled it as done${orderId === null ? "" : `, as order ${orderId}`}`;
  return [
    "Asked. Within a minute the account asks the billing system once more. If that does not say otherwise,",
    `${then}; the customer's log says so, and what waits for it goes on. Otherwise nothing is done.`,
    `npm run settle -- show ${account} ${reference} says what came of it.`,
  ].join("\n");
}

function stateOf({ state, reason }: StuckRow): string {
  return reason === null ? state : `${state} ${reason}`;
}

function whatEnds(reason: string | null): string {
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
