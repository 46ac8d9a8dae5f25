import type { OperatorAnswer } from "../../../shared/operator-contract/answers.ts";
import { idOr, read } from "./command.ts";
import { findAnything, lookUpDomain } from "./find.ts";
import { answerOf, lookUpAccount, lookUpApplication, lookUpLogin, lookUpRequest } from "./look-ups.ts";

const ACCOUNT = { kind: "number", label: "Account" } as const;

/** The commands that look up data by an id. */
export const lookUpCommands = {
  find: read({
    group: "Look up",
    label: "Search",
    title: "Everything with this e-mail address, domain name, number or id",
    fields: {
      q: {
        kind: "text",
        label: "E-mail, login, account, order, invoice, domain, connection, application or request id",
      },
    },
    subjects: (_, answer) => subjectsIn(answer),
    run: ({ q }, context) => findAnything(q.trim(), context),
  }),
  login: read({
    group: "Look up",
    label: "Logins",
    title: "A login, its accounts and its connections",
    fields: { login: { kind: "text", label: "Number or e-mail address" } },
    subjects({ login }, answer) {
      const found = (answer?.tables.logins ?? []).map((row) => `login:${row.login}`);
      return found.length > 0 ? found : [/^\d+$/.test(login) ? `login:${login}` : "login:none"];
    },
    run: ({ login }, context) => lookUpLogin(login, context),
  }),
  account: read({
    group: "Look up",
    label: "Accounts",
    title: "An account: its owner, its connections, what was done, what is stuck",
    fields: { account: ACCOUNT },
    subjects: ({ account }) => [`account:${account}`],
    run: ({ account }, context) => lookUpAccount(account, context),
  }),
  domain: read({
    group: "Look up",
    label: "Domains",
    title: "A domain name: its owner, its orders, and who changed it",
    fields: { domain: { kind: "text", label: "Domain name" } },
    subjects: (_, answer) => subjectsIn(answer),
    run: ({ domain }, context) => lookUpDomain(domain, context),
  }),
  order: read({
    group: "Look up",
    label: "Orders",
    title: "An order, and its status",
    fields: { order: { kind: "number", label: "Order" } },
    subjects: (_, answer) => subjectsIn(answer),
    async run({ order }, { billing }) {
      const orders = await billing.findOrders(order);
      return answerOf({ orders }, orders.length === 0 ? ["No order has this number here."] : []);
    },
  }),
  connection: read({
    group: "Look up",
    label: "Connections",
    title: "A connection, and its newest calls",
    fields: { connection: { kind: "text", label: "Connection" } },
    subjects: ({ connection }) => [`connection:${idOr(connection)}`],
    run: async ({ connection }, { account, requestId }) =>
      answerOf({ ...(await account.connection(connection, requestId)) }),
  }),
  application: read({
    group: "Look up",
    label: "Applications",
    title: "An application, and its connections",
    fields: { application: { kind: "text", label: "Client id" } },
    subjects: ({ application }) => [`application:${idOr(application)}`],
    run: ({ application }, context) => lookUpApplication(application, context),
  }),
  request: read({
    group: "Look up",
    label: "Requests",
    title: "The calls and actions with a request id",
    fields: {
      request: { kind: "text", label: "Request id" },
      login: { kind: "number", label: "Login, if it is known", isOptional: true },
      account: { kind: "number", label: "Account, if it is known", isOptional: true },
    },
    subjects: ({ request }) => [`request:${idOr(request)}`],
    run: lookUpRequest,
  }),
  journal: read({
    group: "Look up",
    label: "Journal of an account",
    title: "The requests to an account under idempotency keys, and their state",
    fields: { account: ACCOUNT },
    subjects: ({ account }) => [`account:${account}`],
    run: async (input, { account }) => answerOf({ journal: await account.journal(input.account) }),
  }),
};

/** Returns all logins and accounts in the rows of an answer, as audit subjects. */
function subjectsIn(answer: OperatorAnswer | null): string[] {
  const rows = Object.values(answer?.tables ?? {}).flat();
  const named = rows.flatMap(({ login, account }) => [login && `login:${login}`, account && `account:${account}`]);
  return [...new Set(named.filter((subject) => typeof subject === "string"))];
}
