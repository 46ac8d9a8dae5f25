import type { AnswerPage, Domain, Domains, Invoice, Invoices, Service, Services } from "./account-answers.ts";
import { dueText } from "./due-text.ts";
import { AssistantRefusal, type ProblemAnswer } from "./problem.ts";

/** Calls an account tool by name and returns its structured answer. */
export type CallAccount = (tool: string, input: Record<string, unknown>) => Promise<unknown>;

/** The request: the number of days to look ahead, and the language of the answer. */
export interface DueQuestion {
  days: number;
  lang: "en" | "fr";
}

/** A list, or the problem with which the provider refused to show it. */
export type Shown<Item> = { items: Item[]; currency: string | undefined } | { refused: ProblemAnswer };

/** The data that the answer describes. */
export interface DueFindings extends DueQuestion {
  expiring: Shown<Domain>;
  /** The listed domains whose expiry date has passed. */
  expired: Domain[];
  /** Number of listed domains. */
  held: number;
  renewing: Shown<Service>;
  unpaid: Shown<Invoice>;
  /** Amount left to pay in each currency. */
  owed: { currency: string; amount: number }[];
}

const MAX_DAYS = 366;
const MAX_PAGES = 50;

/**
 * Reads the request from a query string.
 * @throws {AssistantRefusal} if a parameter is invalid
 */
export function readDueQuestion(query: URLSearchParams): DueQuestion {
  const days = Number(query.get("days") || 60);
  if (!Number.isInteger(days) || days < 1 || days > MAX_DAYS) {
    throw invalidParameter(`days must be a whole number from 1 to ${MAX_DAYS}.`);
  }
  const lang = query.get("lang") || "en";
  if (lang !== "en" && lang !== "fr") throw invalidParameter("lang must be en or fr.");
  return { days, lang };
}

/**
 * Reads from the account which domains expire, which services renew and what is owed. If this assistant is not
 * permitted to read a list, the answer names that list and includes the rest.
 */
export async function whatIsDue(call: CallAccount, question: DueQuestion, now: Date) {
  const today = day(now, 0);
  const until = day(now, question.days);
  // The calls are sequential because an expired access token must be refreshed only once.
  const domains = await whole<Domains, Domain>(call, "list_my_domains", (page) => page.domains);
  const services = await whole<Services, Service>(call, "list_my_services", (page) => page.services);
  const unpaid = await whole<Invoices, Invoice>(call, "list_my_invoices", (page) => page.invoices);
  const between = (date: string | null) => date !== null && date >= today && date <= until;
  const findings: DueFindings = {
    ...question,
    expiring: only(domains, ({ expires_on }) => between(expires_on)),
    expired: itemsOf(domains).filter(({ expires_on }) => expires_on !== null && expires_on < today),
    held: itemsOf(domains).length,
    renewing: only(services, ({ next_due_date, cancellation }) => cancellation === null && between(next_due_date)),
    unpaid,
    owed: sums(itemsOf(unpaid)),
  };
  return {
    answer: dueText(findings),
    days: question.days,
    until,
    domains: itemsOf(findings.expiring),
    expired_domains: findings.expired,
    services: itemsOf(findings.renewing),
    invoices: itemsOf(unpaid),
    owed: findings.owed,
    not_shown: [domains, services, unpaid].flatMap((list) => ("refused" in list ? [list.refused] : [])),
  };
}

/** Returns the items of every page of a list. */
async function whole<Answer extends AnswerPage, Item>(
  call: CallAccount,
  tool: string,
  itemsOn: (page: Answer) => Item[],
): Promise<Shown<Item>> {
  const items: Item[] = [];
  let cursor: string | null = null;
  let currency: string | undefined;
  try {
    for (let pages = 0; pages < MAX_PAGES; pages++) {
      const page = (await call(tool, { limit: 100, ...(cursor !== null && { cursor }) })) as Answer;
      items.push(...itemsOn(page));
      currency = page.currency;
      cursor = page.next_cursor;
      if (cursor === null) return { items, currency };
    }
  } catch (error) {
    if (error instanceof AssistantRefusal && error.problem.status === 403) return { refused: error.problem };
    throw error;
  }
  throw new AssistantRefusal({
    title: "Too long a list",
    status: 502,
    detail: `${tool} has more than ${MAX_PAGES} pages.`,
  });
}

function itemsOf<Item>(list: Shown<Item>): Item[] {
  return "items" in list ? list.items : [];
}

function only<Item>(list: Shown<Item>, counts: (item: Item) => boolean): Shown<Item> {
  return "items" in list ? { ...list, items: list.items.filter(counts) } : list;
}

/** Adds up the open balances per currency, in cents to avoid rounding errors. */
function sums(invoices: Invoice[]): { currency: string; amount: number }[] {
  const cents = new Map<string, number>();
  for (const { currency, balance_due } of invoices) {
    cents.set(currency, (cents.get(currency) ?? 0) + Math.round(balance_due * 100));
  }
  return [...cents].filter(([, sum]) => sum > 0).map(([currency, sum]) => ({ currency, amount: sum / 100 }));
}

/** Returns the UTC date that is `days` days after `from`. */
function day(from: Date, days: number): string {
  return new Date(from.getTime() + days * 86_400_000).toISOString().slice(0, 10);
}

function invalidParameter(detail: string): AssistantRefusal {
  return new AssistantRefusal({ title: "Invalid parameter", status: 400, detail });
}
