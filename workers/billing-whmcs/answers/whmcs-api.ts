import * as z from "zod";
import type { BillingHostPort } from "../../../durable-objects/billing-host/billing-host-port.ts";
import { printable } from "../../../shared/platform/json.ts";
import { log } from "../../../shared/platform/log.ts";
import { type ApiCall, AskBatch, type Asked, type AskRequest, type Parameters } from "../bridge/ask-batch.ts";
import { type Bridge, isUnsent } from "../bridge/bridge.ts";
import { AskAnswer, ChangeAnswer } from "../bridge/messages.ts";
import {
  answerIn,
  inOrder,
  judged,
  knownWords,
  NoAnswer,
  OPERATOR_RETRY_AFTER_S,
  type WhmcsAnswer,
} from "../bridge/outcome.ts";
import type { WaitBudget } from "../bridge/wait-budget.ts";
import type { ListAction, ReadAction } from "./action.ts";
import { count } from "./decode.ts";
import { ListWalk, type WalkedPage } from "./list-walk.ts";
import { asList, idOf } from "./lists.ts";

const PAGE_ROWS = 250;
/** Pages that are asked for at the same time, once the first has said how many there are. */
const PARALLEL_PAGES = 3;
/** A longer list is not read whole. */
const MAX_ROWS = 5_000;
const DEADLINE_MS = 8_000;
/** Of answers about the whole installation, which only the scheduled work asks for. */
export const MAX_CATALOGUE_BYTES = 16 * 1024 * 1024;
const RECENT_MS = 60_000;
/** In one log line. */
const MAX_PATHS = 5;

/** Whom a call is for. */
export interface CallContext {
  /** Null: the provider's own data. */
  accountId: number | null;
  deadlineMs?: number;
  /** Of an answer, if it may be larger than those about one account. */
  maxBytes?: number;
  /** The question can be answered without it. */
  isOptional?: boolean;
  /** Of a list that is read whole; {@link MAX_ROWS} by default. */
  maxRows?: number;
}

/**
 * What became of a change. `said_no`: WHMCS refused it. `not_done`: it did not leave, or the addon refused it. `unknown`: it may have been
 * done.
 */
export type WriteOutcome = WhmcsAnswer | { kind: "not_done" | "unknown"; retryAfter: number };

/** A page of a list: its rows as far as they read and are the account's, and what {@link ListWalk} needs. */
export interface ListPage<Row> extends WalkedPage {
  rows: Row[];
}

/** WHMCS's own API, as the addon passes it on. A read that gives no answer throws {@link NoAnswer}. */
export class WhmcsApi {
  readonly #bridge: Bridge;
  readonly #host: Pick<BillingHostPort, "health">;
  readonly #budget: WaitBudget | null;
  readonly #requestId: string | undefined;
  readonly #batch: AskBatch | null = null;

  /** @param query reads of this one question about one account are sent together; its budget is null where each may wait as long as the host lets it */
  constructor(
    bridge: Bridge,
    host: Pick<BillingHostPort, "health">,
    requestId?: string,
    query?: { budget: WaitBudget | null },
  ) {
    this.#bridge = bridge;
    this.#host = host;
    this.#requestId = requestId;
    this.#budget = query?.budget ?? null;
    if (query) this.#batch = new AskBatch((request) => this.#askAddon(request, { accountId: request.client }));
  }

  /** The same, for one request or scheduled run. @param query given for one question: see the constructor */
  forRequest(requestId: string, query?: { budget: WaitBudget | null }): WhmcsApi {
    return new WhmcsApi(this.#bridge, this.#host, requestId, query);
  }

  /** Whether the addon answers: as it was found of late, or by its status. */
  async isAnswering(): Promise<boolean> {
    const { isOpen, answeredAt } = await this.#host.health();
    if (isOpen) return false;
    if (answeredAt !== null && Date.now() - answeredAt < RECENT_MS) return true;
    return (await this.#bridge.call("status", {}, z.unknown(), { requestId: this.#requestId })).kind === "ok";
  }

  /** One answer, as far as the action's schema has it. */
  async read<Body>(action: ReadAction<Body>, parameters: Parameters, context: CallContext): Promise<Body> {
    const read = await this.readOrSaid(action, parameters, context);
    if ("body" in read) return read.body;
    throw this.#unlisted(action.name, read.saidNo, context);
  }

  /** As {@link read}, or the text of an error by which the action says that there is no such thing. */
  async readOrSaid<Body>(
    { name, answer, refusals }: ReadAction<Body>,
    parameters: Parameters,
    context: CallContext,
  ): Promise<{ body: Body } | { saidNo: string }> {
    const said = await this.#ask(name, parameters, context);
    if (said.kind === "ok") {
      const read = answer.safeParse(said.body);
      if (read.success) return { body: read.data };
      throw this.unread(name, pathsOf(read.error), context);
    }
    if (refusals?.test(said.text)) return { saidNo: said.text };
    throw this.#unlisted(name, said.text, context);
  }

  /** As {@link read}; null where there is no such thing. */
  async find<Body>(action: ReadAction<Body>, parameters: Parameters, context: CallContext): Promise<Body | null> {
    const read = await this.readOrSaid(action, parameters, context);
    return "body" in read ? read.body : null;
  }

  /**
   * A whole list, page by page until one adds nothing: the count that comes with it may be wrong. Rows that do not read, and rows
   * of another account, are left out and logged. A list that is known to be incomplete is no answer. Where the count changes on the
   * way, rows may have moved to a page that was read already: it is read once more.
   */
  async list<Row extends { id: number }>(
    action: ListAction<Row>,
    parameters: Parameters,
    context: CallContext,
  ): Promise<Row[]> {
    const first = await this.#walk(action, parameters, context);
    const { rows } = first.hasChanged ? await this.#walk(action, parameters, context) : first;
    return [...rows.values()];
  }

  async #walk<Row extends { id: number }>(
    action: ListAction<Row>,
    parameters: Parameters,
    context: CallContext,
  ): Promise<{ rows: ReadonlyMap<number, Row>; hasChanged: boolean }> {
    const rows = new Map<number, Row>();
    const totals = new Set<number>();
    const walk = new ListWalk(PAGE_ROWS);
    for (;;) {
      const pages = action.isOnePage ? 1 : Math.min(PARALLEL_PAGES, walk.expectedPages);
      const starts = Array.from({ length: pages }, (_, page) => walk.offset + page * walk.pageRows);
      const read = await inOrder(...starts.map((start) => this.page(action, parameters, start, context)));
      for (const [index, page] of read.entries()) {
        // After a page that came short the next one begins where it ended.
        if (starts[index] !== walk.offset) break;
        for (const row of page.rows) rows.set(row.id, row);
        totals.add(page.total);
        const end = action.isOnePage ? "complete" : walk.passed(page);
        if (end === "incomplete") throw this.unread(action.name, [action.container], context);
        if (walk.offset > (context.maxRows ?? MAX_ROWS)) throw this.#tooLong(action.name, context);
        if (end === "complete") return { rows, hasChanged: totals.size > 1 };
      }
    }
  }

  /** The rows from an offset on. */
  async page<Row extends { id: number }>(
    action: ListAction<Row>,
    parameters: Parameters,
    start: number,
    context: CallContext,
  ): Promise<ListPage<Row>> {
    const { name, container } = action;
    const paging = action.isOnePage ? {} : { limitstart: start, limitnum: PAGE_ROWS };
    const said = await this.#ask(name, { ...parameters, ...paging }, context);
    if (said.kind === "said_no") throw this.#unlisted(name, said.text, context);
    const { totalresults, numreturned } = said.body;
    const items = asList(said.body, container, action.item, (value) => action.rowMember in value);
    const returned = count.safeParse(numreturned);
    // An answer that counts rows and has none is no empty list.
    if (!items || (items.length === 0 && returned.success && returned.data > 0))
      throw this.unread(name, [container], context);
    const rows: Row[] = [];
    for (const item of items) {
      const row = this.#readRow(action, item, context);
      if (typeof row === "object") rows.push(row);
      else if (row === "unread" && action.needsEveryRow) throw new NoAnswer("unread");
    }
    const total = count.safeParse(totalresults);
    const ids = items.map((item, index) => idOf(item) ?? `row ${start + index}`);
    return { ids, total: total.success ? total.data : start + items.length, rows };
  }

  /** Sends a change of a service or a domain of an account, once. */
  async write(
    name: string,
    parameters: Parameters,
    { accountId, deadlineMs = DEADLINE_MS }: CallContext & { accountId: number },
  ): Promise<WriteOutcome> {
    const members = { client: accountId, action: name, parameters };
    const requestId = this.#requestId;
    const options = { accountId, requestId, kind: "action", deadlineMs } as const;
    const made = await this.#bridge.call("act", members, ChangeAnswer, options);
    switch (made.kind) {
      case "ok": {
        const said = judged(made.value.answer);
        return said instanceof NoAnswer ? { kind: "unknown", retryAfter: said.retryAfter } : said;
      }
      case "refused":
        log("billing_addon_refused", { request_id: requestId, account: accountId, call: "act", code: made.code });
        return { kind: "not_done", retryAfter: OPERATOR_RETRY_AFTER_S };
      case "unavailable":
        return { kind: isUnsent(made.cause) ? "not_done" : "unknown", retryAfter: made.cause.retryAfter };
    }
  }

  async #ask(name: string, parameters: Parameters, context: CallContext): Promise<WhmcsAnswer> {
    const call: ApiCall = { action: name, parameters };
    const { accountId, maxBytes, deadlineMs } = context;
    const isAlone = maxBytes !== undefined || deadlineMs !== undefined;
    const together = !isAlone && this.#batch?.takes(call, accountId) ? await this.#batch.read(call) : null;
    const answer = together ?? (await this.#askAlone(call, context));
    if (!(answer instanceof NoAnswer)) return answer;
    const { reason } = answer;
    if (isUnsent(answer) && !context.isOptional) this.#budget?.refuse(answer);
    const isForOperator = reason === "not_admitted" || reason === "not_allowed";
    log(isForOperator ? "billing_not_admitted" : "billing_host_failed", { ...this.#fieldsOf(name, context), reason });
    throw answer;
  }

  async #askAlone(call: ApiCall, context: CallContext): Promise<WhmcsAnswer | NoAnswer> {
    const asked = await this.#askAddon({ client: context.accountId, user: null, calls: [call] }, context);
    return asked instanceof NoAnswer ? asked : (asked.answers[0] ?? new NoAnswer("unread"));
  }

  async #askAddon(request: AskRequest, context: CallContext): Promise<Asked | NoAnswer> {
    const { accountId, deadlineMs = DEADLINE_MS, maxBytes } = context;
    const sentAt = Date.now();
    const options = { requestId: this.#requestId, accountId, deadlineMs, maxBytes, waitMs: this.#budget?.waitMs };
    const reply = await this.#bridge.send("ask", { ...request }, options);
    this.#budget?.replied(reply, sentAt);
    const said = answerIn(reply);
    if (said instanceof NoAnswer) return said;
    if (said.kind === "said_no") return new NoAnswer("refused");
    const read = AskAnswer.safeParse(said.body);
    const { access, answers = [] } = read.data ?? {};
    const isWhole = read.success && (access === null || answers.length === request.calls.length);
    return isWhole ? { access, answers: answers.map((answer) => judged(answer)) } : new NoAnswer("unread");
  }

  /** One row of a list, if it reads and is the account's; else it is logged. */
  #readRow<Row extends { id: number }>(
    { name, row: schema, ownerOf }: ListAction<Row>,
    item: unknown,
    context: CallContext,
  ): Row | "unread" | "foreign" {
    const fields = this.#fieldsOf(name, context);
    const read = schema.safeParse(item);
    if (!read.success) {
      const row = /^\d{1,16}$/.exec(String(idOf(item)))?.[0];
      log("billing_row_unread", { ...fields, row, at: pathsOf(read.error) });
      return "unread";
    }
    if (!ownerOf || ownerOf(read.data) === context.accountId) return read.data;
    log("billing_foreign_row", { ...fields, row: read.data.id });
    return "foreign";
  }

  /** An error that the action does not list: a read is repeated rather than guessed at. */
  #unlisted(action: string, text: string, context: CallContext): NoAnswer {
    log("billing_host_failed", { ...this.#fieldsOf(action, context), reason: "refused", said: knownWords(text) });
    return new NoAnswer("refused");
  }

  /** An answer that does not read, which is logged. @param at names of members */
  unread(action: string, at: string[], context: CallContext): NoAnswer {
    log("billing_answer_unread", { ...this.#fieldsOf(action, context), at });
    return new NoAnswer("unread");
  }

  /** A list that is too long to be read whole, which is logged. */
  #tooLong(action: string, context: CallContext): NoAnswer {
    log("billing_list_too_long", this.#fieldsOf(action, context));
    return new NoAnswer("too_large");
  }

  /** A row of an account that is left out, because its meaning is not known, which is logged. */
  rowUnread(action: string, row: number, { accountId }: CallContext): void {
    log("billing_row_unread", { request_id: this.#requestId, account: accountId ?? undefined, action, row });
  }

  /** Of a log line about a call. */
  #fieldsOf(action: string, { accountId }: CallContext) {
    return { request_id: this.#requestId, account: accountId ?? undefined, action };
  }
}

/** Names of members, never what they hold. */
function pathsOf({ issues }: z.ZodError): string[] {
  return issues.slice(0, MAX_PATHS).map(({ path }) => printable(path.join(".")));
}
