import type { BillingHostPort, HostCall, HostReply } from "../../../durable-objects/billing-host/billing-host-port.ts";
import { log } from "../../../shared/platform/log.ts";
import type { Bridge } from "../bridge/bridge.ts";
import type { ListAction, ReadAction } from "./action.ts";
import { AskBatch, type AskRequest } from "./ask-batch.ts";
import { type CallContext, fieldsOf, MAX_ROWS } from "./call-context.ts";
import { count } from "./decode.ts";
import type { Parameters } from "./form.ts";
import { idOf, readRow } from "./list-rows.ts";
import { DEFAULT_ROWS, ListWalk, type WalkedPage } from "./list-walk.ts";
import { asList } from "./lists.ts";
import { type AnswerBody, type ApiOutcome, outcomeOf, type UnavailableReason, unavailable } from "./outcome.ts";
import type { ApiCall } from "./post.ts";
import { pathsOf, tooLong, unlisted, unread } from "./unusable-answers.ts";
import type { WaitBudget } from "./wait-budget.ts";

export const PAGE_ROWS = 250;
/** Pages that are asked for at the same time, once the first has said how many there are. */
const PARALLEL_PAGES = 3;
const DEADLINE_MS = 8_000;
/** Of answers about the whole installation, which only the scheduled work asks for. */
export const MAX_CATALOGUE_BYTES = 16 * 1024 * 1024;
const RECENT_MS = 60_000;
/** Calls that read little but the version: some roles lack the first alone. */
export const PROBES = ["WhmcsDetails", "GetAdminDetails"] as const;

/**
 * What became of a call that creates or changes something. `said_no`: an error, which some actions give although something was done:
 * see `pre-effect-errors.ts`. `not_done`: it did not leave, or was not admitted. `unknown`: it may have been done.
 */
export type WriteOutcome =
  | { kind: "ok"; body: AnswerBody }
  | { kind: "said_no"; text: string }
  | { kind: "not_done" | "unknown"; retryAfter: number };

/** Why a call certainly had no effect. */
const NEVER_DONE = new Set<UnavailableReason>(["busy", "circuit_open", "not_admitted", "not_allowed"]);

/** How one question is sent. */
interface QueryTerms {
  budget?: WaitBudget | null;
  bridge?: Bridge | null;
  onAskFailed?: () => void;
}

/** A page of a list: its rows as far as they read and are the account's, and what {@link ListWalk} needs. */
export interface ListPage<Row> extends WalkedPage {
  rows: Row[];
}

/** The reads of the API, sent through the billing host's object. */
export class WhmcsApi {
  readonly #host: BillingHostPort;
  readonly #budget: WaitBudget | null;
  readonly #batch: AskBatch | null;

  /**
   * @param budget of one question; null: each call may wait as long as the host lets it
   * @param bridge of the addon, for one question: its reads of one account are sent together; null: each by itself
   * @param onAskFailed called where the addon has no answer to them
   */
  constructor(
    host: BillingHostPort,
    { budget = null, bridge = null, onAskFailed = () => {} }: QueryTerms = {},
    requestId?: string,
  ) {
    this.#host = host;
    this.#budget = budget;
    this.#batch =
      bridge && new AskBatch((request) => this.#askAddon(bridge, request, requestId), onAskFailed, requestId);
  }

  /** The same, for one question. */
  forQuery(terms: QueryTerms, requestId: string | undefined): WhmcsApi {
    return new WhmcsApi(this.#host, terms, requestId);
  }

  /**
   * Whether the host answers: as it was found of late, or by asking for its version. A role without an action is an answer.
   * @param recentMs how long ago of late is, in milliseconds
   */
  async isAnswering(requestId: string | undefined, recentMs: number = RECENT_MS): Promise<boolean> {
    const { isOpen, answeredAt } = await this.#host.health();
    if (isOpen) return false;
    if (answeredAt !== null && Date.now() - answeredAt < recentMs) return true;
    for (const probe of PROBES) {
      const outcome = await this.#ask(probe, {}, { accountId: null, requestId, isProbe: true });
      if (outcome.kind !== "unavailable") return true;
      if (outcome.reason !== "not_allowed") return false;
    }
    return true;
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

  /** Sends what creates or changes something, once. */
  async write(name: string, parameters: Parameters, context: CallContext): Promise<WriteOutcome> {
    const outcome = await this.#ask(name, parameters, context, "action");
    if (outcome.kind !== "unavailable") return outcome;
    const { reason, retryAfter } = outcome;
    return { kind: NEVER_DONE.has(reason) ? "not_done" : "unknown", retryAfter };
  }

  async #ask(
    name: string,
    parameters: Parameters,
    { isProbe = false, ...context }: CallContext & { isProbe?: boolean },
    kind: HostCall["kind"] = "read",
  ): Promise<ApiOutcome<AnswerBody>> {
    const call: ApiCall = { action: name, parameters };
    const { accountId, countedFor, maxBytes } = context;
    const isPlain = kind === "action" || isProbe || countedFor !== undefined || maxBytes !== undefined;
    const together = !isPlain && this.#batch?.takes(call, accountId) ? await this.#batch.read(call) : null;
    const outcome = together ?? outcomeOf(await this.#send(call, context, kind));
    if (outcome.kind === "unavailable") {
      const isRefused = outcome.reason === "busy" || outcome.reason === "circuit_open";
      if (isRefused && !context.isOptional) this.#budget?.refuse(outcome);
      if (isProbe && outcome.reason === "not_allowed") return outcome;
      const isForOperator = outcome.reason === "not_admitted" || outcome.reason === "not_allowed";
      const event = isForOperator ? "billing_not_admitted" : "billing_host_failed";
      log(event, { ...fieldsOf(name, context), reason: outcome.reason });
    }
    return outcome;
  }

  async #send(call: ApiCall, context: CallContext, kind: HostCall["kind"]): Promise<HostReply> {
    const sent: HostCall = {
      text: JSON.stringify(call),
      kind,
      accountId: context.countedFor ?? context.accountId,
      deadlineMs: context.deadlineMs ?? DEADLINE_MS,
      requestId: context.requestId,
      ...(context.maxBytes !== undefined && { maxBytes: context.maxBytes }),
      ...this.#budget?.terms,
    };
    const sentAt = Date.now();
    const reply = await this.#host.send(sent);
    this.#budget?.replied(reply, sentAt);
    return reply;
  }

  async #askAddon(bridge: Bridge, request: AskRequest, requestId: string | undefined): Promise<HostReply> {
    const sentAt = Date.now();
    const reply = await bridge.send(
      "ask",
      { ...request },
      { requestId, accountId: request.client, deadlineMs: DEADLINE_MS, terms: this.#budget?.terms },
    );
    this.#budget?.replied(reply, sentAt);
    return reply;
  }
}
