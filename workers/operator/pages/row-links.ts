import type { Cell, ShownRow } from "../../../shared/operator-contract/answers.ts";
import type { OperatorCommandName } from "../commands/command-table.ts";

/** The columns whose values can be looked up, with the command and its field. */
const LOOKED_UP: Record<string, [OperatorCommandName, field: string]> = {
  account: ["account", "account"],
  account_id: ["account", "account"],
  accounts: ["account", "account"],
  login: ["login", "login"],
  login_id: ["login", "login"],
  logins: ["login", "login"],
  owner: ["login", "login"],
  domain: ["domain", "domain"],
  order: ["order", "order"],
  orders: ["order", "order"],
  invoice: ["find", "q"],
  connection: ["connection", "connection"],
  application: ["application", "application"],
  requestId: ["request", "request"],
  request_id: ["request", "request"],
};

/** Returns the path that looks up a value; `null` if there is none. A request id is looked up in the row's account. */
export function lookUpAddress(column: string, value: string, { account }: ShownRow): string | null {
  const [, domain] = column === "target" ? (/^domain:(.+)$/.exec(value) ?? []) : [];
  if (domain !== undefined) return addressOf("domain", { domain });
  const found = LOOKED_UP[column];
  if (!found) return null;
  const [command, field] = found;
  return addressOf(command, { [field]: value, ...(command === "request" && { account: account ?? null }) });
}

/** Returns the path that shows the subject of an act, such as `login:12`; `null` if no page shows it. */
export function subjectAddress(subject: string): string | null {
  const [, kind = "", id = ""] = /^([^:]+):(.+)$/.exec(subject) ?? [];
  const list = LISTS[kind];
  if (list) return addressOf(list, {});
  return kind === "action" ? lookUpAddress("account", id.split(":")[0] ?? "", {}) : lookUpAddress(kind, id, {});
}

const LISTS: Record<string, OperatorCommandName> = {
  ...{ host: "hosts", store: "held", mail: "mails", erasure: "erasures", service: "set-ups" },
};

/** A command, and a function that returns its fields from a row; `null` if the command does not apply to the row. */
type RowCommand = [command: OperatorCommandName, fields: (row: ShownRow) => Record<string, Cell | undefined> | null];

const place = ({ account, reference }: ShownRow) => ({ account, reference });
const service = ({ service: id }: ShownRow) => ({ service: id });
const endOfConnection: RowCommand = [
  "end",
  ({ connection, endedAt }) => (endedAt ? null : { by: "connection", id: connection }),
];

/**
 * Returns the commands for a login or account. The id is in the column `login` or `account`, or in `id` if the row is
 * from an export.
 */
const person = (kind: "login" | "account"): RowCommand[] => [
  ["end", (row) => ({ by: kind, id: row[kind] ?? row.id })],
  ["export", (row) => ({ kind, id: row[kind] ?? row.id })],
  ["erase", (row) => ({ kind, id: row[kind] ?? row.id })],
];

/** The commands for the rows of each table. */
const ROW_COMMANDS: Record<string, RowCommand[]> = {
  stuck: [
    ["action", place],
    ["settle", place],
  ],
  logins: [["unlock", ({ login }) => ({ login })], ...person("login")],
  login: person("login"),
  account: [["journal", ({ account, id }) => ({ account: account ?? id })], ...person("account")],
  connection: [endOfConnection],
  connections: [endOfConnection],
  application: [["end", ({ application }) => ({ by: "application", id: application })]],
  problems: [["mail", ({ mail }) => (mail === undefined ? null : { of: "connections", mail })]],
  ofConnections: [["mail", ({ mail }) => ({ of: "connections", mail })]],
  ofBilling: [["mail", ({ mail }) => (mail === undefined ? null : { of: "billing", mail })]],
  hosts: [
    ["pause", ({ host, pausedUntil }) => (pausedUntil ? null : { host })],
    ["resume-host", ({ host, pausedUntil }) => (pausedUntil ? { host } : null)],
  ],
  held: [["resume", ({ store }) => ({ store })]],
  erasures: [["call-off", ({ erasure, state }) => (state === "asked" ? { erasure } : null)]],
  setUps: [
    ["set-up-done", service],
    ["set-up-failed", service],
  ],
  invoice: [["payment", ({ invoice, paidOn }) => (paidOn ? null : { invoice })]],
  payments: [["refund", ({ reference }) => ({ reference })]],
};

/** Returns the commands that a row of a table offers, each with the path of its form. */
export function rowCommands(table: string, row: ShownRow): { command: OperatorCommandName; address: string }[] {
  return (ROW_COMMANDS[table] ?? []).flatMap(([command, fieldsOf]) => {
    const fields = fieldsOf(row);
    return fields ? [{ command, address: addressOf(command, fields) }] : [];
  });
}

function addressOf(command: string, fields: Record<string, Cell | undefined>): string {
  const given = Object.entries(fields).filter(([, value]) => value !== null && value !== undefined);
  const query = new URLSearchParams(given.map(([field, value]) => [field, String(value)]));
  return query.size > 0 ? `/${command}?${query}` : `/${command}`;
}
