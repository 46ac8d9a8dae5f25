import { CONNECTIONS_BY, type RowsFound } from "../../../shared/operator-contract/account-operator.ts";
import type { OperatorAnswer, ShownRow } from "../../../shared/operator-contract/answers.ts";
import type { ActHandler, ReadHandler } from "./command-handler.ts";
import { type CommandInput, InputError } from "./command-input.ts";

const connection: ReadHandler = async (input, { account, requestId }) => {
  const found = await account.connection(input.text("connection"), requestId);
  return answerOf({ connection: found.connection, calls: found.calls });
};

const application: ReadHandler = async (input, { account, requestId }) =>
  answerOf({ connections: await account.connections({ by: "application", id: input.text("application") }, requestId) });

const login: ReadHandler = async (input, { account, billing, requestId }) => {
  const sought = input.text("login");
  const logins = await billing.findLogin(sought);
  const ids = new Set([...logins.map((row) => String(row.login)), ...(/^\d+$/.test(sought) ? [sought] : [])]);
  const found = await Promise.all([...ids].map((id) => account.connections({ by: "login", id }, requestId)));
  return answerOf({
    logins,
    connections: { rows: found.flatMap(({ rows }) => rows), left: found.reduce((sum, { left }) => sum + left, 0) },
  });
};

const accountNamed: ReadHandler = async (input, { account, requestId }) =>
  answerOf({ ...(await account.account(input.number("account"), requestId)) });

const journal: ReadHandler = async (input, { account }) => {
  const rows = await account.journal(input.number("account"));
  return answerOf({ journal: rows });
};

const request: ReadHandler = async (input, { account, requestId }) => {
  const search = {
    requestId: input.text("request"),
    login: input.optionalNumber("login"),
    account: input.optionalNumber("account"),
  };
  const found = await account.request(search, requestId);
  const answer = answerOf({ calls: found });
  const hint =
    "Its lines are in the Workers' logs: search for request_id. Calls of the catalogue and refused tokens are only there.";
  return { ...answer, notes: [...answer.notes, hint] };
};

const endConnections: ActHandler = {
  subjectOf: (input) => `${input.text("by")}:${input.text("id")}`,
  async carryOut(input, { account, requestId }) {
    return account.endConnections(connectionsIn(input), requestId);
  },
};

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

/** Tables with what is said of rows that were not read. */
function answerOf(tables: Record<string, RowsFound | ShownRow[]>): OperatorAnswer {
  const named = Object.entries(tables);
  const notes = named.flatMap(([name, found]) =>
    !Array.isArray(found) && found.left > 0
      ? [`${found.left} older ${name} were not looked at: name a login or an account.`]
      : [],
  );
  return {
    tables: Object.fromEntries(named.map(([name, found]) => [name, Array.isArray(found) ? found : found.rows])),
    notes,
  };
}
