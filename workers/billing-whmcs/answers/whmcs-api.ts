import * as z from "zod";
import type { BillingHostPort } from "../../../durable-objects/billing-host/billing-host-port.ts";
import { isJsonObject, printable } from "../../../shared/platform/json.ts";
import { log } from "../../../shared/platform/log.ts";
import { type ApiCall, AskBatch, type Asked, type AskRequest, type Parameters } from "../bridge/ask-batch.ts";
import { type Bridge, isUndone } from "../bridge/bridge.ts";
import { AskAnswer, ChangeAnswer, ListAnswer, type UserAccess } from "../bridge/messages.ts";
import { type AnswerBody, judged, knownWords, NoAnswer, orNoAnswer, type WhmcsAnswer } from "../bridge/outcome.ts";
import type { ListAction, ReadAction } from "./action.ts";

const DEADLINE_MS = 8_000;
/** The maximum size of answers about the whole installation, such as all prices. */
export const MAX_CATALOGUE_BYTES = 16 * 1024 * 1024;
const RECENT_MS = 60_000;
/** The maximum number of field names in one log line. */
const MAX_PATHS = 5;

/** The account and the limits of a call. */
export interface CallContext {
  /** The account that the call concerns; `null` for the provider's own data. */
  accountId: number | null;
  deadlineMs?: number;
  /**
   * The maximum size of the answer. Set it if the answer may exceed the default, which is for answers about one
   * account.
   */
  maxBytes?: number;
}

/**
 * The outcome of a change that WHMCS did not answer. `not_done`: the call was not sent, or the addon refused it.
 * `unknown`: the change may have been made.
 */
type NotActed = { kind: "not_done" | "unknown"; retryAfter: number };

/** The outcome of a change. `said_no` means that WHMCS refused it. */
export type WriteOutcome = WhmcsAnswer | NotActed;

/**
 * Reads and changes WHMCS through the addon, for one request or scheduled run. A read without an answer throws {@link
 * NoAnswer}.
 */
export class WhmcsApi {
  readonly #bridge: Bridge;
  readonly #host: Pick<BillingHostPort, "health">;
  readonly #requestId: string | undefined;
  readonly #batch: AskBatch;

  constructor(bridge: Bridge, host: Pick<BillingHostPort, "health">, requestId?: string) {
    this.#bridge = bridge;
    this.#host = host;
    this.#requestId = requestId;
    this.#batch = new AskBatch((request) => this.#askAddon(request, { accountId: request.client }));
  }

  forRequest(requestId: string): WhmcsApi {
    return new WhmcsApi(this.#bridge, this.#host, requestId);
  }

  /**
   * Returns whether the addon answers. While the circuit breaker is open, the result is false. A recent answer is
   * enough; otherwise this method calls `status`.
   */
  async isAnswering(): Promise<boolean> {
    const { isOpen, answeredAt } = await this.#host.health();
    if (isOpen) return false;
    if (answeredAt !== null && Date.now() - answeredAt < RECENT_MS) return true;
    const status = await orNoAnswer(this.#bridge.call("status", {}, z.unknown(), { requestId: this.#requestId }));
    return !(status instanceof NoAnswer);
  }

  /**
   * Returns a user's permissions on an account; `null` if the user does not manage it. Concurrent reads share the same
   * call.
   */
  async access(accountId: number, user: number): Promise<UserAccess | null> {
    const access = await this.#batch.access(accountId, user);
    // `#askAddon` has already logged the failure.
    if (access instanceof NoAnswer) throw access;
    return access;
  }

  /** Calls a read action and parses its answer. */
  async read<Body>(action: ReadAction<Body>, parameters: Parameters, context: CallContext): Promise<Body> {
    const read = await this.readOrSaid(action, parameters, context);
    if ("body" in read) return read.body;
    throw this.#unlisted(action.name, read.saidNo, context);
  }

  /** Like {@link read}, but returns the text of an error that the action lists in `refusals`. */
  async readOrSaid<Body>(
    { name, answer, refusals }: ReadAction<Body>,
    parameters: Parameters,
    context: CallContext,
  ): Promise<{ body: Body } | { saidNo: string }> {
    const said = await this.#ask(name, parameters, context);
    if (said.kind === "ok") {
      const read = answer.safeParse(said.body);
      if (read.success) return { body: read.data };
      log("billing_answer_unread", { ...this.#fieldsOf(name, context), at: pathsOf(read.error) });
      throw new NoAnswer("unread");
    }
    if (refusals?.test(said.text)) return { saidNo: said.text };
    throw this.#unlisted(name, said.text, context);
  }

  /** Reads a complete list. Logs and omits unreadable rows and rows of another account. */
  async list<Row extends { id: number }>(
    action: ListAction<Row>,
    parameters: Parameters,
    context: CallContext,
  ): Promise<Row[]> {
    const { rows } = await this.read({ name: action.name, answer: ListAnswer }, parameters, context);
    return rows.flatMap((item) => this.#readRow(action, item, context) ?? []);
  }

  /** Sends one change to a service or domain. */
  async write(
    name: string,
    parameters: Parameters,
    { accountId, deadlineMs = DEADLINE_MS }: CallContext & { accountId: number },
  ): Promise<WriteOutcome> {
    const made = await this.act({ action: name, parameters }, ChangeAnswer, { accountId, deadlineMs });
    if (made.kind !== "ok") return made;
    const said = judged(made.value.answer);
    return said instanceof NoAnswer ? { kind: "unknown", retryAfter: said.retryAfter } : said;
  }

  /** Sends one `act` call for an account to the addon. @param answer the schema of the addon's answer */
  async act<Value>(
    members: object,
    answer: z.ZodType<Value>,
    { accountId, deadlineMs }: { accountId: number; deadlineMs: number },
  ): Promise<{ kind: "ok"; value: Value } | NotActed> {
    const requestId = this.#requestId;
    const options = { accountId, requestId, kind: "action", deadlineMs } as const;
    const value = await orNoAnswer(this.#bridge.call("act", { client: accountId, ...members }, answer, options));
    if (!(value instanceof NoAnswer)) return { kind: "ok", value };
    return { kind: isUndone(value) ? "not_done" : "unknown", retryAfter: value.retryAfter };
  }

  async #ask(name: string, parameters: Parameters, context: CallContext): Promise<WhmcsAnswer> {
    const call: ApiCall = { action: name, parameters };
    const { accountId, maxBytes, deadlineMs } = context;
    const isAlone = accountId === null || maxBytes !== undefined || deadlineMs !== undefined;
    const asked = isAlone ? await this.#askAddon({ client: accountId, user: null, calls: [call] }, context) : null;
    const alone = asked instanceof NoAnswer ? asked : asked?.answers[0];
    const answer = isAlone ? (alone ?? new NoAnswer("unread")) : await this.#batch.read(accountId, call);
    // Either the failure was already logged, or `access` reports that the user does not manage the account.
    if (answer instanceof NoAnswer) throw answer;
    return answer;
  }

  async #askAddon(request: AskRequest, context: CallContext): Promise<Asked | NoAnswer> {
    const { accountId, deadlineMs = DEADLINE_MS, maxBytes } = context;
    const options = { requestId: this.#requestId, accountId, deadlineMs, maxBytes };
    const { user, calls } = request;
    const isWhole = ({ access, answers }: z.output<typeof AskAnswer>) =>
      (access === null || answers.length === calls.length) && (user === null || access !== undefined);
    const asked = await orNoAnswer(this.#bridge.call("ask", { ...request }, AskAnswer.refine(isWhole), options));
    if (asked instanceof NoAnswer) return asked;
    const answers = asked.answers.map((answer, index) => this.#judged(calls[index]?.action ?? "", answer, context));
    return { access: asked.access, answers };
  }

  /** Classifies an answer's body. If the body is not a valid answer, logs the reason. */
  #judged(action: string, body: AnswerBody, context: CallContext): WhmcsAnswer | NoAnswer {
    const answer = judged(body);
    if (!(answer instanceof NoAnswer)) return answer;
    const { reason } = answer;
    const isForOperator = reason === "not_admitted" || reason === "not_allowed";
    log(isForOperator ? "billing_not_admitted" : "billing_host_failed", { ...this.#fieldsOf(action, context), reason });
    return answer;
  }

  /** Reads one row of a list. Logs and omits a row that is unreadable or belongs to another account. */
  #readRow<Row extends { id: number }>(
    { name, row: schema, ownerOf }: ListAction<Row>,
    item: unknown,
    context: CallContext,
  ): Row | null {
    const fields = this.#fieldsOf(name, context);
    const read = schema.safeParse(item);
    if (!read.success) {
      // A product for sale has its id only in `pid`.
      const { pid, id = pid } = isJsonObject(item) ? item : {};
      const row = /^\d{1,16}$/.exec(String(id))?.[0];
      log("billing_row_unread", { ...fields, row, at: pathsOf(read.error) });
      return null;
    }
    if (!ownerOf || ownerOf(read.data) === context.accountId) return read.data;
    log("billing_foreign_row", { ...fields, row: read.data.id });
    return null;
  }

  /** Logs an error that the action does not list. The meaning of the error is unknown, so the caller may retry. */
  #unlisted(action: string, text: string, context: CallContext): NoAnswer {
    log("billing_host_failed", { ...this.#fieldsOf(action, context), reason: "refused", said: knownWords(text) });
    return new NoAnswer("refused");
  }

  /** Logs that a row was omitted because its meaning is unknown. */
  rowUnread(action: string, row: number, { accountId }: CallContext): void {
    log("billing_row_unread", { request_id: this.#requestId, account: accountId ?? undefined, action, row });
  }

  /** Returns the log fields that describe a call. */
  #fieldsOf(action: string, { accountId }: CallContext) {
    return { request_id: this.#requestId, account: accountId ?? undefined, action };
  }
}

/** Returns the names of unreadable fields, never their values. */
function pathsOf({ issues }: z.ZodError): string[] {
  return issues.slice(0, MAX_PATHS).map(({ path }) => printable(path.join(".")));
}
