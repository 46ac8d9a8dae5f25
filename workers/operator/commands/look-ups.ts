import { CONNECTIONS_BY, type RowsFound } from "../../../shared/operator-contract/account-operator.ts";
import type { OperatorAnswer, ShownRow } from "../../../shared/operator-contract/answers.ts";
import type { ConfirmedActHandler, ReadHandler } from "./command-handler.ts";
import { type CommandInput, InputError } from "./command-input.ts";
import { ACCOUNT_PART, BILLING_PART, Parts } from "./parts.ts";

const connection: ReadHandler = async (input, { account, requestId }) => {
  const found = await account.connection(input.text("connection"), requestId);
  return answerOf({ connection: found.connection, calls: found.calls });
};

const application: ReadHandler = async (input, { account, requestId }) => {
  const id = input.text("application");
  const [known, connections] = await Promise.all([
    account.application(id),
    account.connections({ by: "application", id }, requestId),
  ]);
  const none = known.length + connections.rows.length === 0 ? ["No application has this client id."] : [];
  return answerOf({ application: known, connections }, none);
};

const login: ReadHandler = async (input, { account, billing, requestId }) => {
  const sought = input.text("login");
  const parts = new Parts(requestId);
  const logins = await parts.ask(BILLING_PART, () => billing.findLogin(sought));
  const ids = new Set([...(logins ?? []).map((row) => String(row.login)), ...(/^\d+$/.test(sought) ? [sought] : [])]);
  const found = await parts.ask(ACCOUNT_PART, () =>
    Promise.all([...ids].map((id) => account.connections({ by: "login", id }, requestId))),
  );
  const left = found?.reduce((sum, one) => sum + one.left, 0) ?? 0;
  return answerOf(
    { ...(logins && { logins }), ...(found && { connections: { rows: found.flatMap(({ rows }) => rows), left } }) },
    parts.notes,
  );
};

const accountNamed: ReadHandler = async (input, { account, billing, requestId }) => {
  const id = input.number("account");
  const parts = new Parts(requestId);
  const [known, own, held] = await Promise.all([
    parts.ask(BILLING_PART, () => billing.findAccount(id)),
    parts.ask(ACCOUNT_PART, () => account.account(id, requestId)),
    parts.ask(ACCOUNT_PART, () => account.held()),
  ]);
  const isHeld = held?.some(({ store }) => new RegExp(`^account:(?:.+:)?${id}$`).test(store)) ?? false;
  const notes = [
    ...(known?.length === 0 ? ["The billing system has no such account."] : []),
    ...(isHeld ? ["It is on hold: no order or change is taken until you resume it, see held."] : []),
  ];
  return answerOf({ ...(known && { account: known }), ...own }, [...notes, ...parts.notes]);
};

const journal: ReadHandler = async (input, { account }) => {
  const rows = await account.journal(input.number("account"));
  return answerOf({ journal: rows });
};

const request: ReadHandler = async (input, { account, requestId }) => {
  const search = {
    requestId: requestIdOf(input.text("request")),
    login: input.optionalNumber("login"),
    account: input.optionalNumber("account"),
  };
  const found = await account.request(search, requestId);
  const answer = answerOf({ calls: found });
  const none = found.rows.length > 0 ? [] : [`No call or action that was looked at has the id ${search.requestId}.`];
  const hint =
    "Lines of it are in the Workers' logs, by request_id. Calls of the catalogue and refused tokens are only there.";
  return { ...answer, notes: [...none, ...answer.notes, hint] };
};

/** As it is logged: a customer may quote it in capitals, or as a URN (RFC 9562 §4). */
function requestIdOf(text: string): string {
  const id = text.trim().replace(/^urn:uuid:/i, "");
  return /^[\da-f-]{36}$/i.test(id) ? id.toLowerCase() : id;
}

const endConnections: ConfirmedActHandler = {
  subjectOf: (input) => `${input.text("by")}:${input.text("id")}`,
  async preview(input, { account }) {
    const of = connectionsIn(input);
    if (of.by === "connection") return null;
    const { connections, logins, accounts } = await account.activeConnections(of);
    if (connections === 0) return null;
    const what = `${counted(connections, "active connection")} of ${counted(logins, "login")} to ${counted(accounts, "account")}`;
    return `This ends ${what}: all of ${of.by} ${of.id}. Their customers are mailed, and would have to connect again.`;
  },
  async carryOut(input, { account, requestId }) {
    const of = connectionsIn(input);
    let { ended, left } = await account.endConnections(of, requestId);
    for (let calls = 1; calls < MAX_END_CALLS && left > 0; calls++) {
      const further = await account.endConnections(of, requestId);
      ended += further.ended;
      left = further.left;
      if (further.ended === 0) break;
    }
    if (ended === 0 && left === 0) return { isDone: false, text: "None of that is active: nothing was ended." };
    const rest = left === 0 ? "" : ` ${left} more could not be ended in this run: do it again.`;
    const text = `${counted(ended, "connection")} ended; their customers are mailed, and see it on their page.${rest}`;
    return { isDone: ended > 0, text };
  },
};

/** Some hundred connections each; an application that misbehaves may have thousands. */
const MAX_END_CALLS = 20;

/** Looking things up, and ending connections. */
export const lookUpCommands = {
  connection,
  application,
  login,
  account: accountNamed,
  journal,
  request,
  endConnections,
};

function connectionsIn(input: CommandInput) {
  const by = CONNECTIONS_BY.find((one) => one === input.text("by"));
  const id = input.text("id");
  if (!by) throw new InputError(`by is ${CONNECTIONS_BY.join(" or ")}.`);
  if ((by === "login" || by === "account") && !/^[1-9]\d{0,14}$/.test(id))
    throw new InputError(`The ${by} is a number.`);
  return { by, id };
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

/** Tables with what is said of rows that were not read. */
function answerOf(tables: Record<string, RowsFound | ShownRow[]>, further: string[] = []): OperatorAnswer {
  const named = Object.entries(tables);
  const notes = named.flatMap(([name, found]) =>
    !Array.isArray(found) && found.left > 0
      ? [
          `${found.left} other ${name} were not looked at, or did not answer: name a login or an account, or do it again.`,
        ]
      : [],
  );
  return {
    tables: Object.fromEntries(named.map(([name, found]) => [name, Array.isArray(found) ? found : found.rows])),
    notes: [...notes, ...further],
  };
}
