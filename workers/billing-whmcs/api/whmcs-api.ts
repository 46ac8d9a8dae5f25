import type { BillingHostPort, HostCall } from "../../../durable-objects/billing-host/billing-host-port.ts";
import { isJsonObject } from "../../../shared/platform/json.ts";
import { log } from "../../../shared/platform/log.ts";
import type { ListAction, ReadAction } from "./action.ts";
import { count } from "./decode.ts";
import type { Parameters } from "./form.ts";
import { ListWalk, type WalkedPage } from "./list-walk.ts";
import { asList } from "./lists.ts";
import { type Answer, type Outcome, outcomeOf, type Unavailable, unavailable } from "./outcome.ts";
import type { ApiCall } from "./post.ts";

export const PAGE_ROWS = 250;
/** A longer list is not read whole. */
export const MAX_ROWS = 5_000;
/** Pages that are asked for at the same time, once the first has said how many there are. */
const PARALLEL_PAGES = 3;
const DEADLINE_MS = 8_000;
const RECENT_MS = 60_000;
/** A call that reads nothing but the version. */
export const PROBE = "WhmcsDetails";

/** Whom a call is for. */
export interface CallContext {
  /** Null: the provider's own data. */
  accountId: number | null;
  requestId?: string | undefined;
  deadlineMs?: number;
}

/** A page of a list: its rows as far as they read and are the account's, and what {@link ListWalk} needs. */
export interface ListPage<Row> extends WalkedPage {
  rows: Row[];
}

/** The reads of the API, sent through the billing host's object. */
export class WhmcsApi {
  readonly #host: BillingHostPort;

  constructor(host: BillingHostPort) {
    this.#host = host;
  }

  /** Whether the host answers: as it was found of late, or by asking for its version. */
  async isAnswering(requestId: string | undefined): Promise<boolean> {
    const { isOpen, answeredAt } = await this.#host.health();
    if (isOpen) return false;
    if (answeredAt !== null && Date.now() - answeredAt < RECENT_MS) return true;
    const { kind } = await this.#ask(PROBE, {}, { accountId: null, requestId });
    return kind !== "unavailable";
  }

  /** One answer, as far as the action's schema has it. */
  async read<Body>(action: ReadAction<Body>, parameters: Parameters, context: CallContext): Promise<Outcome<Body>> {
    const outcome = await this.#ask(action.name, parameters, context);
    if (outcome.kind !== "ok") return outcome;
    const read = action.answer.safeParse(outcome.body);
    if (read.success) return { kind: "ok", body: read.data };
    const at = read.error.issues.map(({ path }) => path.join("."));
    log("billing_answer_unread", { request_id: context.requestId, action: action.name, at });
    return unavailable("unread");
  }

  /**
   * A whole list, page by page until one adds nothing: the count that comes with it may be wrong. Rows that do not read, and rows
   * of another account, are left out and logged.
   */
  async list<Row extends { id: number }>(
    action: ListAction<Row>,
    parameters: Parameters,
    context: CallContext,
  ): Promise<Outcome<Row[]>> {
    const rows = new Map<number, Row>();
    const walk = new ListWalk(PAGE_ROWS);
    for (;;) {
      const pages = action.isPaged ? Math.min(PARALLEL_PAGES, Math.max(1, Math.ceil(walk.expected / PAGE_ROWS))) : 1;
      const starts = Array.from({ length: pages }, (_, page) => walk.offset + page * PAGE_ROWS);
      const asked = await Promise.all(starts.map((start) => this.page(action, parameters, start, context)));
      for (const [index, page] of asked.entries()) {
        // After a page that came short the next one begins where it ended.
        if (starts[index] !== walk.offset) break;
        if (page.kind !== "ok") return page;
        for (const row of page.body.rows) rows.set(row.id, row);
        if (walk.passed(page.body) || !action.isPaged) return { kind: "ok", body: [...rows.values()] };
        if (walk.offset > MAX_ROWS) return tooLong(action.name, context);
      }
    }
  }

  /** The rows from an offset on. */
  async page<Row extends { id: number }>(
    action: ListAction<Row>,
    parameters: Parameters,
    start: number,
    context: CallContext,
  ): Promise<Outcome<ListPage<Row>>> {
    const paging = action.isPaged ? { limitstart: start, limitnum: PAGE_ROWS } : {};
    const outcome = await this.#ask(action.name, { ...parameters, ...paging }, context);
    if (outcome.kind !== "ok") return outcome;
    const items = asList(outcome.body, action.container, action.item, (value) => action.rowMember in value);
    const fields = { request_id: context.requestId, account: context.accountId ?? undefined, action: action.name };
    if (!items) {
      log("billing_answer_unread", { ...fields, at: [action.container] });
      return unavailable("unread");
    }
    const total = count.safeParse(outcome.body.totalresults);
    const rows = items.flatMap((item) => readRow(action, item, context, fields));
    const ids = items.map((item, index) => (isJsonObject(item) ? item.id : `row ${start + index}`));
    return { kind: "ok", body: { ids, total: total.success ? total.data : start + items.length, rows } };
  }

  async #ask(name: string, parameters: Parameters, context: CallContext): Promise<Outcome<Answer>> {
    const call: ApiCall = { action: name, parameters };
    const sent: HostCall = {
      text: JSON.stringify(call),
      kind: "read",
      accountId: context.accountId,
      deadlineMs: context.deadlineMs ?? DEADLINE_MS,
      requestId: context.requestId,
    };
    const outcome = outcomeOf(await this.#host.send(sent));
    if (outcome.kind === "unavailable") {
      const event = outcome.reason === "not_admitted" ? "billing_not_admitted" : "billing_host_failed";
      log(event, { request_id: context.requestId, action: name, reason: outcome.reason });
    }
    return outcome;
  }
}

/** A list that is too long to be read whole: its account needs the addon. */
export function tooLong(action: string, { requestId, accountId }: CallContext): Unavailable {
  log("billing_list_too_long", { request_id: requestId, account: accountId ?? undefined, action });
  return unavailable("too_large");
}

function readRow<Row extends { id: number }>(
  { row: schema, ownerOf }: ListAction<Row>,
  item: unknown,
  { accountId }: CallContext,
  fields: Record<string, unknown>,
): Row[] {
  const read = schema.safeParse(item);
  if (!read.success) {
    const row = isJsonObject(item) ? item.id : undefined;
    const at = read.error.issues.map(({ path }) => path.join("."));
    log("billing_row_unread", { ...fields, row: /^\d{1,16}$/.test(String(row)) ? String(row) : undefined, at });
    return [];
  }
  if (ownerOf && ownerOf(read.data) !== accountId) {
    log("billing_foreign_row", { ...fields, row: read.data.id });
    return [];
  }
  return [read.data];
}
