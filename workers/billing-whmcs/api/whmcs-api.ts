import * as z from "zod";
import type { BillingHostPort } from "../../../durable-objects/billing-host/billing-host-port.ts";
import { log } from "../../../shared/platform/log.ts";
import { type Bridge, isUnsent } from "../bridge/bridge.ts";
import type { ListAction, ReadAction } from "./action.ts";
import { AskBatch, type AskOutcome, type AskRequest } from "./ask-batch.ts";
import { type CallContext, fieldsOf, MAX_ROWS } from "./call-context.ts";
import { count } from "./decode.ts";
import { idOf, readRow } from "./list-rows.ts";
import { DEFAULT_ROWS, ListWalk, type WalkedPage } from "./list-walk.ts";
import { asList } from "./lists.ts";
import { type AnswerBody, type ApiOutcome, outcomeOf, outcomeOfAnswer, unavailable } from "./outcome.ts";
import type { ApiCall, Parameters } from "./parameters.ts";
import { pathsOf, tooLong, unlisted, unread } from "./unusable-answers.ts";
import type { WaitBudget } from "./wait-budget.ts";

export const PAGE_ROWS = 250;
/** Pages that are asked for at the same time, once the first has said how many there are. */
const PARALLEL_PAGES = 3;
const DEADLINE_MS = 8_000;
/** Of answers about the whole installation, which only the scheduled work asks for. */
export const MAX_CATALOGUE_BYTES = 16 * 1024 * 1024;
const RECENT_MS = 60_000;

/**
 * What became of a change. `said_no`: WHMCS refused it. `not_done`: it did not leave, or the addon refused it. `unknown`: it may have been
 * done.
 */
export type WriteOutcome =
  | { kind: "ok"; body: AnswerBody }
  | { kind: "said_no"; text: string }
  | { kind: "not_done" | "unknown"; retryAfter: number };

const Asked = z.object({
  access: z.record(z.string(), z.unknown()).nullable().optional(),
  answers: z.array(z.record(z.string(), z.unknown())),
});
const Changed = z.object({ answer: z.record(z.string(), z.unknown()) });
/** Only the operator can end it. */
const OPERATOR_RETRY_AFTER_S = 300;

/** How one question is sent. */
interface QueryTerms {
  budget?: WaitBudget | null;
  isBatched?: boolean;
}

/** A page of a list: its rows as far as they read and are the account's, and what {@link ListWalk} needs. */
export interface ListPage<Row> extends WalkedPage {
  rows: Row[];
}

/** WHMCS's own API, as the addon passes it on. */
export class WhmcsApi {
  readonly #bridge: Bridge;
  readonly #host: Pick<BillingHostPort, "health">;
  readonly #budget: WaitBudget | null;
  readonly #batch: AskBatch | null;

  /**
   * @param budget of one question; null: each call may wait as long as the host lets it
   * @param isBatched reads of one question about one account are sent together
   */
  constructor(
    bridge: Bridge,
    host: Pick<BillingHostPort, "health">,
    { budget = null, isBatched = false }: QueryTerms = {},
    requestId?: string,
  ) {
    this.#bridge = bridge;
    this.#host = host;
    this.#budget = budget;
    this.#batch = isBatched
      ? new AskBatch((request) => this.#askAddon(request, { accountId: request.client, requestId }))
      : null;
  }

  /** The same, for one question. */
  forQuery(budget: WaitBudget | null, requestId: string | undefined): WhmcsApi {
    return new WhmcsApi(this.#bridge, this.#host, { budget, isBatched: true }, requestId);
  }

  /** Whether the addon answers: as it was found of late, or by its status. */
  async isAnswering(requestId: string | undefined, recentMs: number = RECENT_MS): Promise<boolean> {
    const { isOpen, answeredAt } = await this.#host.health();
    if (isOpen) return false;
    if (answeredAt !== null && Date.now() - answeredAt < recentMs) return true;
    return (await this.#bridge.call("status", {}, z.unknown(), { requestId })).kind === "ok";
  }

  /** One answer, as far as the action's schema has it. */
  async read<Body>(action: ReadAction<Body>, parameters: Parameters, context: CallContext): Promise<ApiOutcome<Body>> {
    const outcome = await this.#ask(action.name, parameters, context);
    if (outcome.kind === "said_no" && !action.refusals?.test(outcome.text))
      return unlisted(action.name, outcome, context);
    if (outcome.kind !== "ok") return outcome;
    const read = action.answer.safeParse(outcome.body);
    if (read.success) return { kind: "ok", body: read.data };
    return unread(action.name, pathsOf(read.error), context);
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
  ): Promise<ApiOutcome<Row[]>> {
    const first = await this.#walk(action, parameters, context);
    const read = first.kind === "ok" && first.body.hasChanged ? await this.#walk(action, parameters, context) : first;
    return read.kind === "ok" ? { kind: "ok", body: [...read.body.rows.values()] } : read;
  }

  async #walk<Row extends { id: number }>(
    action: ListAction<Row>,
    parameters: Parameters,
    context: CallContext,
  ): Promise<ApiOutcome<{ rows: ReadonlyMap<number, Row>; hasChanged: boolean }>> {
    const rows = new Map<number, Row>();
    const totals = new Set<number>();
    const walk = new ListWalk(PAGE_ROWS);
    for (;;) {
      const pagesLeft = Math.ceil(walk.expected / Math.max(walk.pageRows, DEFAULT_ROWS));
      const pages = Math.min(PARALLEL_PAGES, Math.max(1, pagesLeft));
      const starts = Array.from({ length: pages }, (_, page) => walk.offset + page * walk.pageRows);
      const asked = await Promise.all(starts.map((start) => this.page(action, parameters, start, context)));
      for (const [index, page] of asked.entries()) {
        // After a page that came short the next one begins where it ended.
        if (starts[index] !== walk.offset) break;
        if (page.kind !== "ok") return page;
        for (const row of page.body.rows) rows.set(row.id, row);
        totals.add(page.body.total);
        const end = action.isPaged ? walk.passed(page.body) : "complete";
        if (end === "incomplete") return unread(action.name, [action.container], context);
        if (walk.offset > (context.maxRows ?? MAX_ROWS)) return tooLong(action.name, context);
        if (end === "complete") return { kind: "ok", body: { rows, hasChanged: totals.size > 1 } };
      }
    }
  }

  /** The rows from an offset on. */
  async page<Row extends { id: number }>(
    action: ListAction<Row>,
    parameters: Parameters,
    start: number,
    context: CallContext,
  ): Promise<ApiOutcome<ListPage<Row>>> {
    const paging = action.isPaged ? { limitstart: start, limitnum: PAGE_ROWS } : {};
    const outcome = await this.#ask(action.name, { ...parameters, ...paging }, context);
    if (outcome.kind === "said_no") return unlisted(action.name, outcome, context);
    if (outcome.kind !== "ok") return outcome;
    const { totalresults, numreturned } = outcome.body;
    const items = asList(outcome.body, action.container, action.item, (value) => action.rowMember in value);
    const returned = count.safeParse(numreturned);
    // An answer that counts rows and has none is no empty list.
    if (!items || (items.length === 0 && returned.success && returned.data > 0)) {
      return unread(action.name, [action.container], context);
    }
    const rows: Row[] = [];
    for (const item of items) {
      const row = readRow(action, item, context);
      if (typeof row === "object") rows.push(row);
      else if (row === "unread" && action.needsEveryRow) return unavailable("unread");
    }
    const total = count.safeParse(totalresults);
    const ids = items.map((item, index) => idOf(item) ?? `row ${start + index}`);
    return { kind: "ok", body: { ids, total: total.success ? total.data : start + items.length, rows } };
  }

  /** Sends a change of a service or a domain of an account, once. */
  async write(
    name: string,
    parameters: Parameters,
    { accountId, requestId, deadlineMs = DEADLINE_MS }: CallContext & { accountId: number },
  ): Promise<WriteOutcome> {
    const members = { client: accountId, action: name, parameters };
    const options = { accountId, requestId, kind: "action", deadlineMs } as const;
    const made = await this.#bridge.call("act", members, Changed, options);
    switch (made.kind) {
      case "ok": {
        const outcome = outcomeOfAnswer(made.value.answer, 200);
        return outcome.kind === "unavailable" ? { kind: "unknown", retryAfter: outcome.retryAfter } : outcome;
      }
      case "refused":
        log("billing_addon_refused", { request_id: requestId, account: accountId, call: "act", code: made.code });
        return { kind: "not_done", retryAfter: OPERATOR_RETRY_AFTER_S };
      case "unavailable":
        return { kind: isUnsent(made) ? "not_done" : "unknown", retryAfter: made.retryAfter };
    }
  }

  async #ask(name: string, parameters: Parameters, context: CallContext): Promise<ApiOutcome<AnswerBody>> {
    const call: ApiCall = { action: name, parameters };
    const { accountId, countedFor, maxBytes } = context;
    const isAlone = countedFor !== undefined || maxBytes !== undefined || context.deadlineMs !== undefined;
    const together = !isAlone && this.#batch?.takes(call, accountId) ? await this.#batch.read(call) : null;
    const outcome = together ?? (await this.#askAlone(call, context));
    if (outcome.kind === "unavailable") {
      const isRefused = outcome.reason === "busy" || outcome.reason === "circuit_open";
      if (isRefused && !context.isOptional) this.#budget?.refuse(outcome);
      const isForOperator = outcome.reason === "not_admitted" || outcome.reason === "not_allowed";
      const event = isForOperator ? "billing_not_admitted" : "billing_host_failed";
      log(event, { ...fieldsOf(name, context), reason: outcome.reason });
    }
    return outcome;
  }

  async #askAlone(call: ApiCall, context: CallContext): Promise<ApiOutcome<AnswerBody>> {
    const asked = await this.#askAddon({ client: context.accountId, user: null, calls: [call] }, context);
    return asked.kind === "ok" ? (asked.body.answers[0] ?? unavailable("unread")) : asked;
  }

  async #askAddon(request: AskRequest, context: CallContext): Promise<AskOutcome> {
    const { accountId, countedFor, requestId, deadlineMs = DEADLINE_MS, maxBytes } = context;
    const sentAt = Date.now();
    const reply = await this.#bridge.send(
      "ask",
      { ...request },
      { requestId, accountId: countedFor ?? accountId, deadlineMs, maxBytes, terms: this.#budget?.terms },
    );
    this.#budget?.replied(reply, sentAt);
    const outcome = outcomeOf(reply);
    if (outcome.kind === "said_no") return unavailable("refused");
    if (outcome.kind !== "ok") return outcome;
    const read = Asked.safeParse(outcome.body);
    const { access, answers = [] } = read.data ?? {};
    const isWhole = read.success && (access === null || answers.length === request.calls.length);
    if (!isWhole) return unavailable("unread");
    return { kind: "ok", body: { access, answers: answers.map((answer) => outcomeOfAnswer(answer, 200)) } };
  }
}
