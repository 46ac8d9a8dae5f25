import type { OperatorAnswer } from "../../../shared/operator-contract/answers.ts";
import type { OperatorContext } from "../composition.ts";
import { InputError } from "./command.ts";
import {
  answerOf,
  holdNotes,
  lookUpAccount,
  lookUpLogin,
  lookUpRequest,
  NO_SUCH_ACCOUNT,
  passwordNotes,
} from "./look-ups.ts";
import { ACCOUNT_PART, BILLING_PART, Parts } from "./parts.ts";

const NOTHING =
  "Nothing was found. Search for an e-mail address, a domain name, the number of a login, account, order or invoice, or the full id of a connection, application or request.";

/** Runs `find`: chooses the lookup by the form of the search text. */
export async function findAnything(sought: string, context: OperatorContext): Promise<OperatorAnswer> {
  const answer = await lookUpFor(sought)(sought, context);
  const found = Object.entries(answer.tables).filter(([, rows]) => rows.length > 0);
  return {
    tables: Object.fromEntries(found),
    notes: found.length + answer.notes.length > 0 ? answer.notes : [NOTHING],
  };
}

type LookUp = (sought: string, context: OperatorContext) => Promise<OperatorAnswer>;

function lookUpFor(sought: string): LookUp {
  if (sought.includes("@")) return lookUpLogin;
  if (/^\d{1,15}$/.test(sought)) return lookUpNumber;
  if (/^\d{4}-\d{1,15}$/.test(sought)) return lookUpInvoice;
  if (/^(urn:uuid:)?[\da-f]{8}-[\da-f-]{27}$/i.test(sought))
    return (request, context) => lookUpRequest({ request, login: null, account: null }, context);
  if (/^(https?:\/\/)?[^/:]+\.[^/:]+\/?$/i.test(sought)) return lookUpDomain;
  return lookUpId;
}

/** Finds the invoice with a number such as 2026-6801. */
async function lookUpInvoice(sought: string, { billing, requestId }: OperatorContext): Promise<OperatorAnswer> {
  const parts = new Parts(requestId);
  return answerOf({ invoice: await parts.ask(BILLING_PART, () => billing.findInvoice(sought)) }, parts.notes);
}

/** Finds the login, the account, the order and the invoice with this id. */
async function lookUpNumber(sought: string, context: OperatorContext): Promise<OperatorAnswer> {
  const { billing, requestId } = context;
  const parts = new Parts(requestId);
  const number = Number(sought);
  const [logins, orders, invoice, account] = await Promise.all([
    parts.ask(BILLING_PART, () => billing.findLogin(sought)),
    parts.ask(BILLING_PART, () => billing.findOrders(number)),
    parts.ask(BILLING_PART, () => billing.findInvoice(number)),
    lookUpAccount(number, context),
  ]);
  const notes = account.notes.filter((note) => note !== NO_SUCH_ACCOUNT);
  return answerOf({ logins, ...account.tables, orders, invoice }, [
    ...new Set([...notes, ...passwordNotes(logins), ...parts.notes]),
  ]);
}

/** Finds the connection with this id, or else the application. */
async function lookUpId(sought: string, context: OperatorContext): Promise<OperatorAnswer> {
  const { connection, calls } = await context.account.connection(sought, context.requestId);
  if (connection.rows.length > 0) return answerOf({ connection, calls });
  return answerOf({ ...(await context.account.application(sought, context.requestId)) });
}

/**
 * Runs `domain`: returns the domain's current and former holders, its orders, its stuck actions, and the logged
 * changes.
 */
export async function lookUpDomain(typed: string, { account, billing, requestId }: OperatorContext) {
  const domain = asciiDomain(typed);
  const parts = new Parts(requestId);
  const [domains, orders] = await Promise.all([
    parts.ask(BILLING_PART, () => billing.findDomain(domain)),
    parts.ask(BILLING_PART, () => billing.findOrders(domain)),
  ]);
  const accounts = [...new Set([...(domains ?? []), ...(orders ?? [])].map((row) => Number(row.account)))];
  const target = `domain:${domain}`;
  const [actions, stuck, held] = await Promise.all([
    parts.ask(ACCOUNT_PART, async () =>
      (await Promise.all(accounts.map((id) => account.actionsOn(id, target)))).flat(),
    ),
    parts.ask(ACCOUNT_PART, async () => (await account.stuck()).filter((row) => row.target === target)),
    parts.ask(ACCOUNT_PART, () => account.held()),
  ]);
  const none = domains?.length === 0 && orders?.length === 0 ? ["No account has or had this domain name here."] : [];
  return answerOf({ domains, orders, stuck, actions }, [...none, ...holdNotes(held, accounts), ...parts.notes]);
}

/** Returns a domain name in its stored form: lower-case A-labels. For a URL, returns its host. */
function asciiDomain(typed: string): string {
  const address = `http://${typed.trim().replace(/^https?:\/\//i, "")}`;
  if (!URL.canParse(address)) throw new InputError(`${typed} is not a domain name.`);
  return new URL(address).hostname.replace(/\.$/, "");
}
