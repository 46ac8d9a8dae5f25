import type { AnswerBody, ApiOutcome } from "./outcome.ts";
import type { ApiCall } from "./parameters.ts";

/** The addon answers no more calls at once. */
const MAX_CALLS = 8;

/** What a user may do with an account: it comes along with reads about the account. */
export const ACCESS = "GetUserPermissions";

/** Reads about one account. What is large, and what a registrar is asked, goes by itself: equal ones of several questions are then one call. */
const OF_ACCOUNT: ReadonlySet<string> = new Set([
  ...["GetClientsDetails", "GetClientsProducts", "GetClientsDomains", "GetInvoices", "GetOrders", "GetTickets"],
  ...["GetPayMethods", "GetInvoice", ACCESS],
]);
/** Small reads about the provider. */
const OF_PROVIDER: ReadonlySet<string> = new Set(["GetSupportDepartments", "GetCurrencies", "GetClientGroups"]);

/** Several reads as the addon takes them: with a user, what that user may see of the account comes along. */
export interface AskRequest {
  client: number | null;
  user: number | null;
  calls: ApiCall[];
}

/** Outcomes of an {@link AskRequest} in the order of its calls, and what the user may do; null for one who does not manage the account. */
export type AskOutcome = ApiOutcome<{ access: AnswerBody | null | undefined; answers: ApiOutcome<AnswerBody>[] }>;

interface Waiting {
  call: ApiCall;
  /** Null: the call is to be sent by itself. */
  outcome: Promise<ApiOutcome<AnswerBody> | null>;
  resolve(outcome: ApiOutcome<AnswerBody> | null): void;
}

/**
 * The reads of one question: those that are issued without waiting for each other become one call of the addon. Where it says that a user
 * does not manage the account, each is sent by itself: nobody loses an account by one answer.
 */
export class AskBatch {
  readonly #ask: (request: AskRequest) => Promise<AskOutcome>;
  #client: number | null = null;
  /** By what is asked. */
  #waiting = new Map<string, Waiting>();

  constructor(ask: (request: AskRequest) => Promise<AskOutcome>) {
    this.#ask = ask;
  }

  /** Whether a read can go with the others: of one account, which is that of the first. */
  takes({ action }: ApiCall, accountId: number | null): boolean {
    if (accountId === null || !OF_ACCOUNT.has(action)) return OF_PROVIDER.has(action);
    this.#client ??= accountId;
    return this.#client === accountId;
  }

  /** The outcome of a read; null where it is to be sent by itself. Equal reads, such as of the same access, are one. */
  read(call: ApiCall): Promise<ApiOutcome<AnswerBody> | null> {
    const key = JSON.stringify(call);
    const equal = this.#waiting.get(key);
    if (equal) return equal.outcome;
    // What the question issues now is all there before a timer runs.
    if (this.#waiting.size === 0) setTimeout(() => this.#flush(), 0);
    const { promise: outcome, resolve } = Promise.withResolvers<ApiOutcome<AnswerBody> | null>();
    this.#waiting.set(key, { call, outcome, resolve });
    return outcome;
  }

  #flush(): void {
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    const isOfUser = ({ call }: Waiting) => call.action === ACCESS;
    const [first, ...others] = waiting.filter(isOfUser);
    for (const { resolve } of others) resolve(null);
    const reads = waiting.filter((one) => !isOfUser(one));
    if (reads.length === 0) first?.resolve(null);
    for (let at = 0; at < reads.length; at += MAX_CALLS) {
      void this.#send(reads.slice(at, at + MAX_CALLS), at === 0 ? first : undefined);
    }
  }

  async #send(reads: Waiting[], access: Waiting | undefined): Promise<void> {
    const calls = reads.map(({ call }) => call);
    const user = access ? Number(access.call.parameters.user_id) : null;
    const asked = await this.#ask({ client: this.#client, user, calls });
    const all = access ? [...reads, access] : reads;
    const each = (outcomeAt: (index: number) => ApiOutcome<AnswerBody> | null) => {
      for (const [index, { resolve }] of all.entries()) resolve(outcomeAt(index));
    };
    if (asked.kind !== "ok") return each(() => asked);
    const { access: granted, answers } = asked.body;
    if (access && !granted) return each(() => null);
    each((index) => answers[index] ?? { kind: "ok", body: granted ?? {} });
  }
}
