import type { HeldStore } from "../../../shared/holds/holds.ts";
import type { ConnectionsOf, RowsFound } from "../../../shared/operator-contract/account-operator.ts";
import type { ActResult, OperatorAnswer, ShownRow } from "../../../shared/operator-contract/answers.ts";
import {
  MAX_PROBLEMS,
  runRows,
  type StatusCount,
  type StatusTables,
} from "../../../shared/operator-contract/status.ts";
import type { OperatorContext } from "../composition.ts";
import { InputError } from "./command.ts";
import { heldStores } from "./held-stores.ts";
import { ACCOUNT_PART, BILLING_PART, CATALOGUE_PART, OWN_PART, Parts } from "./parts.ts";

/** The tables of the status, in display order. */
const TABLES = ["actingStopped", "waitingOrders", "problems", "circuits", "scheduledWork", "copies"] as const;
const ACTS_SHOWN = 5;
const HELD_NOTE =
  "Stores on hold refuse orders and changes, and run no scheduled work, until you resume them: see held.";

/**
 * Returns the status from each part that answers: stuck actions, counts, the latest acts, and the last runs of
 * scheduled work.
 */
export async function status(context: OperatorContext): Promise<OperatorAnswer> {
  const { account, billing, catalogue, audit, requestId } = context;
  const parts = new Parts(requestId);
  const [stuck, held, acts, ...statuses] = await Promise.all([
    parts.ask(ACCOUNT_PART, () => account.stuck()),
    heldStores(context, parts),
    parts.ask(OWN_PART, () => audit.newestActs(null)),
    parts.ask(ACCOUNT_PART, () => account.status()),
    parts.ask(BILLING_PART, () => billing.status()),
    parts.ask(CATALOGUE_PART, () => catalogue.status()),
    parts.ask(OWN_PART, () => ownStatus(context)),
  ]);
  const rowsOf = (name: (typeof TABLES)[number]): ShownRow[] => statuses.flatMap((one) => one?.[name] ?? []);
  const counts: StatusCount[] = [
    { what: "stores on hold", count: held.length, see: "held" },
    ...statuses.flatMap((one) => one?.counts ?? []),
    {
      what: "late scheduled work",
      count: rowsOf("scheduledWork").filter(({ isLate }) => isLate).length,
      see: "status",
    },
    { what: "hosts that fail or are paused", count: rowsOf("circuits").length, see: "hosts" },
  ];
  const problems = newestProblems(rowsOf("problems"), rowsOf("scheduledWork"), acts ?? []);
  const shown: [string, ShownRow[]][] = [
    ["stuck", stuck ?? []],
    ...TABLES.map((name): [string, ShownRow[]] => [name, name === "problems" ? problems : rowsOf(name)]),
    ["acts", acts?.slice(0, ACTS_SHOWN) ?? []],
  ];
  return {
    tables: { counts, ...Object.fromEntries(shown.filter(([, rows]) => rows.length > 0)) },
    notes: [...(held.length > 0 ? [HELD_NOTE] : []), ...parts.notes],
  };
}

/** Returns the latest failures of work and of acts. Failed requests are left out: the Workers' logs have them. */
function newestProblems(problems: ShownRow[], runs: ShownRow[], acts: ShownRow[]): ShownRow[] {
  const hasFailed = ({ outcome }: ShownRow) => outcome === "failed";
  const ofRuns = runs.filter(hasFailed).map(({ beganAt = null, work = null }) => {
    return { at: beganAt, problem: "scheduled work failed", kind: work };
  });
  const ofActs = acts.filter(hasFailed).map(({ at = null, act = null, subject = null }) => {
    return { at, problem: "act of an operator failed", kind: act, target: subject };
  });
  const timeOf = ({ at }: ShownRow) => String(at);
  return [...problems, ...ofRuns, ...ofActs]
    .toSorted((one, other) => timeOf(other).localeCompare(timeOf(one)))
    .slice(0, MAX_PROBLEMS);
}

async function ownStatus({ erasures, runs }: OperatorContext): Promise<StatusTables> {
  const { open, late } = await erasures.openCounts();
  return {
    counts: [
      { what: "open erasures", count: open, see: "erasures" },
      { what: "erasures open for more than an hour", count: late, see: "erasures" },
    ],
    scheduledWork: runRows(await runs.list()),
  };
}

/** Runs `application`: returns an application and its connections. */
export async function lookUpApplication(id: string, { account, requestId }: OperatorContext): Promise<OperatorAnswer> {
  const found = await account.application(id, requestId);
  const isKnown = found.application.length + found.connections.rows.length > 0;
  return answerOf({ ...found }, isKnown ? [] : ["No application has this client id."]);
}

/** Runs `login`: finds a login by its number or e-mail address, with its connections. */
export async function lookUpLogin(
  sought: string,
  { account, billing, requestId }: OperatorContext,
): Promise<OperatorAnswer> {
  const parts = new Parts(requestId);
  const logins = await parts.ask(BILLING_PART, () => billing.findLogin(sought));
  const ids = new Set([...(logins ?? []).map((row) => String(row.login)), ...(/^\d+$/.test(sought) ? [sought] : [])]);
  const found = await parts.ask(ACCOUNT_PART, () =>
    Promise.all([...ids].map((id) => account.connections({ by: "login", id }, requestId))),
  );
  const connections = found && {
    rows: found.flatMap(({ rows }) => rows),
    left: found.reduce((sum, { left }) => sum + left, 0),
  };
  return answerOf({ logins, connections }, [...passwordNotes(logins), ...parts.notes]);
}

/**
 * Returns a note about the data that a lookup cannot show. Wrong passwords are counted per e-mail address and network,
 * in limits that cannot be listed.
 */
export function passwordNotes(logins: ShownRow[] | null): string[] {
  return logins?.some((row) => "wrongCodes" in row) ? [PASSWORDS_UNKNOWN] : [];
}

const PASSWORDS_UNKNOWN =
  "Whether a login waits after wrong passwords is not known here: unlock ends that wait as well as the one for codes.";

/** Runs `account`: returns an account's logins, connections, actions and stuck actions. */
export async function lookUpAccount(
  id: number,
  { account, billing, requestId }: OperatorContext,
): Promise<OperatorAnswer> {
  const parts = new Parts(requestId);
  const [known, own, held] = await Promise.all([
    parts.ask(BILLING_PART, () => billing.findAccount(id)),
    parts.ask(ACCOUNT_PART, () => account.account(id, requestId)),
    parts.ask(ACCOUNT_PART, () => account.held()),
  ]);
  const none = known?.length === 0 ? [NO_SUCH_ACCOUNT] : [];
  return answerOf({ account: known, ...own }, [...none, ...holdNotes(held, [id]), ...parts.notes]);
}

export const NO_SUCH_ACCOUNT = "The billing system has no such account.";

/** Returns a note for each account that is on hold. @param held the stores on hold; `null` if they could not be read */
export function holdNotes(held: HeldStore[] | null, accounts: number[]): string[] {
  return accounts
    .filter((id) => held?.some(({ store }) => store === `account:${id}`))
    .map((id) => `Account ${id} is on hold: it accepts no order or change until you resume it, see held.`);
}

/** Runs `request`: returns the calls and actions with a request id. */
export async function lookUpRequest(
  input: { request: string; login: number | null; account: number | null },
  { account, requestId }: OperatorContext,
): Promise<OperatorAnswer> {
  const sought = requestIdOf(input.request);
  const [by, id] = input.login !== null ? (["login", input.login] as const) : (["account", input.account] as const);
  const found = await account.request(sought, id === null ? null : { by, id: String(id) }, requestId);
  const answer = answerOf({ calls: found });
  const none = found.rows.length > 0 ? [] : [`No call or action that was looked at has the id ${sought}.`];
  const hint = "The Workers' logs have its lines, by request_id. Catalogue calls and refused tokens are only there.";
  return { ...answer, notes: [...none, ...answer.notes, hint] };
}

/** Returns a request id in its logged form. A customer may quote it in capitals or as a URN (RFC 9562 §4). */
function requestIdOf(text: string): string {
  const id = text.trim().replace(/^urn:uuid:/i, "");
  return /^[\da-f-]{36}$/i.test(id) ? id.toLowerCase() : id;
}

/** Describes the connections that `end` would end; `null` if none of them is active. */
export async function previewEnd(of: ConnectionsOf, { account, requestId }: OperatorContext): Promise<string | null> {
  checkNumber(of);
  const { connections, logins, accounts } = await account.activeConnections(of);
  if (connections === 0) return null;
  if (of.by === "connection") {
    const [row] = (await account.connections(of, requestId)).rows;
    return `This ends the connection of ${row?.name ?? "an application"} to account ${row?.account}, of login ${row?.login}. We notify its customer by e-mail, who must connect again to use it.`;
  }
  const what = `${counted(connections, "active connection")} of ${counted(logins, "login")} to ${counted(accounts, "account")}`;
  return `This ends ${what}: all of ${of.by} ${of.id}. We mail the customers, who must connect again to use them.`;
}

/**
 * The maximum number of calls in one `end`. Each call ends up to 200 connections, and a misbehaving application may
 * have thousands.
 */
const MAX_END_CALLS = 20;

/** Runs `end`: ends active connections. */
export async function endConnections(of: ConnectionsOf, { account, requestId }: OperatorContext): Promise<ActResult> {
  checkNumber(of);
  let { ended, left } = await account.endConnections(of, requestId);
  for (let calls = 1; calls < MAX_END_CALLS && left > 0; calls++) {
    const further = await account.endConnections(of, requestId);
    ended += further.ended;
    left = further.left;
    if (further.ended === 0) break;
  }
  if (ended === 0 && left === 0)
    return { isDone: false, text: "None of these connections is active. Nothing was ended." };
  const rest = left === 0 ? "" : ` ${left} more could not be ended in this run: do it again.`;
  const text = `${counted(ended, "connection")} ended; we mail their customers, who see it on their page.${rest}`;
  return { isDone: ended > 0, text };
}

function checkNumber({ by, id }: ConnectionsOf): void {
  if ((by === "login" || by === "account") && !/^[1-9]\d{0,14}$/.test(id))
    throw new InputError(`The ${by} must be a number.`);
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

/**
 * Returns an answer with notes about rows that were not read.
 * @param tables the rows by table name; `null` if the part did not answer
 */
export function answerOf(
  tables: Record<string, RowsFound | ShownRow[] | null>,
  further: string[] = [],
): OperatorAnswer {
  const answer: OperatorAnswer = { tables: {}, notes: [] };
  for (const [name, found] of Object.entries(tables)) {
    if (found === null) continue;
    const { rows, left } = Array.isArray(found) ? { rows: found, left: 0 } : found;
    answer.tables[name] = rows;
    if (left > 0) answer.notes.push(`${left} other ${name} were not read, or did not answer: ${DO_AGAIN}`);
  }
  return { ...answer, notes: [...answer.notes, ...further] };
}

const DO_AGAIN = "name a login or an account, or run the command again.";
