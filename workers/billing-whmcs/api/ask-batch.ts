import * as z from "zod";
import type { HostFailure, HostReply } from "../../../durable-objects/billing-host/billing-host-port.ts";
import { log } from "../../../shared/platform/log.ts";
import { getUserPermissions } from "./actions/get-users.ts";
import { type AnswerBody, type ApiOutcome, outcomeOf, outcomeOfAnswer, unavailable } from "./outcome.ts";
import type { ApiCall } from "./post.ts";

/** The addon answers no more calls at once. */
const MAX_CALLS = 8;

/**
 * Reads about one account, with the parameter that holds it, which the addon sets by itself; null: small ones about the provider, and an
 * invoice, whose account the addon compares. What is large is shared by everybody who asks for it plainly.
 */
const BATCHED: Readonly<Record<string, string | null>> = {
  ...{ GetClientsDetails: "clientid", GetClientsProducts: "clientid", GetClientsDomains: "clientid" },
  ...{ GetInvoices: "userid", GetOrders: "userid", GetTickets: "clientid", GetPayMethods: "clientid" },
  ...{ GetUserPermissions: "client_id", GetInvoice: null },
  ...{ GetSupportDepartments: null, GetCurrencies: null, GetClientGroups: null },
};

/** Several reads as the addon takes them: with a user, what that user may see of the account comes along. */
export interface AskRequest {
  client: number | null;
  user: number | null;
  calls: ApiCall[];
}

const Answered = z.object({
  access: z
    .object({ permissions: z.array(z.string()) })
    .nullable()
    .optional(),
  answers: z.array(z.record(z.string(), z.unknown())),
});

/** After these each is sent by itself: the addon alone may be shut, and no time was lost. */
const SENT_PLAINLY = new Set<HostFailure["reason"]>(["too_large", "circuit_open", "unreachable", "cut"]);

interface Waiting {
  call: ApiCall;
  /** Null: the call is to be sent by itself. */
  resolve(outcome: ApiOutcome<AnswerBody> | null): void;
}

/**
 * The reads of one question: those that are issued without waiting for each other become one call of the addon. Where the addon has
 * no answer, and where it says that a user does not manage the account, each is sent by itself: nobody loses an account by one answer.
 */
export class AskBatch {
  readonly #ask: (request: AskRequest) => Promise<HostReply>;
  readonly #onFailed: () => void;
  readonly #requestId: string | undefined;
  #client: number | null = null;
  #waiting: Waiting[] = [];

  /** @param onFailed called where the addon gave no answer: a page in its place, an error, or nothing in time */
  constructor(ask: (request: AskRequest) => Promise<HostReply>, onFailed: () => void, requestId: string | undefined) {
    this.#ask = ask;
    this.#onFailed = onFailed;
    this.#requestId = requestId;
  }

  /** Whether a read can go with the others: of one account, which is that of the first, and not one that looks at all of them. */
  takes({ action, parameters }: ApiCall, accountId: number | null): boolean {
    const holder = Object.hasOwn(BATCHED, action) ? BATCHED[action] : undefined;
    if (holder === undefined) return false;
    if (holder !== null && (accountId === null || parameters[holder] !== accountId)) return false;
    if (accountId === null) return true;
    this.#client ??= accountId;
    return this.#client === accountId;
  }

  /** The outcome of a read; null where it is to be sent by itself. */
  read(call: ApiCall): Promise<ApiOutcome<AnswerBody> | null> {
    // What the question issues now is all there before a timer runs.
    if (this.#waiting.length === 0) setTimeout(() => this.#flush(), 0);
    const { promise, resolve } = Promise.withResolvers<ApiOutcome<AnswerBody> | null>();
    this.#waiting.push({ call, resolve });
    return promise;
  }

  #flush(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    const isOfUser = ({ call }: Waiting) => call.action === getUserPermissions.name;
    const [first, ...others] = waiting.filter(isOfUser);
    for (const { resolve } of others) resolve(null);
    const reads = waiting.filter((one) => !isOfUser(one));
    for (let at = 0; at < reads.length || (at === 0 && first); at += MAX_CALLS) {
      void this.#send(reads.slice(at, at + MAX_CALLS), at === 0 ? first : undefined);
    }
  }

  async #send(reads: Waiting[], permissions: Waiting | undefined): Promise<void> {
    const all = permissions ? [...reads, permissions] : reads;
    const each = (outcomeAt: (index: number) => ApiOutcome<AnswerBody> | null) => {
      for (const [index, { resolve }] of all.entries()) resolve(outcomeAt(index));
    };
    // One alone is the same by itself, and shared with others who ask it.
    if (all.length === 1 || reads.length === 0) return each(() => null);
    const user = permissions ? Number(permissions.call.parameters.user_id) : null;
    const reply = await this.#ask({ client: this.#client, user, calls: reads.map(({ call }) => call) });
    if (reply.kind === "failed" && !SENT_PLAINLY.has(reply.reason)) {
      if (reply.reason === "timeout") this.#onFailed();
      return each(() => ({ kind: "unavailable", reason: reply.reason, retryAfter: reply.retryAfter }));
    }
    // expected: that its circuit is open is logged as it opens.
    if (reply.kind === "failed" && reply.reason === "circuit_open") return each(() => null);
    const outcome = outcomeOf(reply);
    const read = outcome.kind === "ok" ? Answered.safeParse(outcome.body) : null;
    const { access, answers = [] } = read?.data ?? {};
    const isManaged = permissions === undefined || access !== null;
    if (!read?.success || (isManaged && answers.length !== reads.length)) {
      const reason = outcome.kind === "unavailable" ? outcome.reason : outcome.kind === "ok" ? "unread" : "refused";
      log("billing_bridge_failed", { request_id: this.#requestId, call: "ask", reason });
      if (reason !== "too_large") this.#onFailed();
      return each(() => null);
    }
    if (!isManaged) return each(() => null);
    each((index) => {
      const answer = answers[index];
      if (answer) return outcomeOfAnswer(answer, 200);
      return access ? { kind: "ok", body: { permissions: access.permissions } } : unavailable("unread");
    });
  }
}
