import type { AnswerBody, NoAnswer, WhmcsAnswer } from "./outcome.ts";

/** The addon answers no more calls at once. */
const MAX_CALLS = 8;

/** The value of a parameter of an action, as PHP has it. No is said by leaving out: some actions take `false` for yes. */
export type ParameterValue =
  | string
  | number
  | true
  | readonly (string | number)[]
  | Readonly<Record<string, string | number>>;

/** Parameters of an action; absent where undefined. */
export type Parameters = Readonly<Record<string, ParameterValue | undefined>>;

/** An action's name and parameters. */
export interface ApiCall {
  action: string;
  parameters: Parameters;
}

/** What a user may do with an account: it comes along with reads about the account. */
export const ACCESS = "GetUserPermissions";

/** Reads about an account that go by themselves, since they are large or slow: equal ones of several questions are then one call. */
const ALONE: ReadonlySet<string> = new Set(["GetTLDPricing", "UpgradeProduct"]);

/** Several reads as the addon takes them: with a user, what that user may see of the account comes along. */
export interface AskRequest {
  client: number | null;
  user: number | null;
  calls: ApiCall[];
}

/** Answers to an {@link AskRequest} in the order of its calls, and what the user may do; null for one who does not manage the account. */
export type Asked = { access: AnswerBody | null | undefined; answers: (WhmcsAnswer | NoAnswer)[] };

interface Waiting {
  call: ApiCall;
  /** Null: the call is to be sent by itself. */
  answer: Promise<WhmcsAnswer | NoAnswer | null>;
  resolve(answer: WhmcsAnswer | NoAnswer | null): void;
}

/**
 * The reads of one question: those that are issued without waiting for each other become one call of the addon. Where it says that a user
 * does not manage the account, each is sent by itself: nobody loses an account by one answer.
 */
export class AskBatch {
  readonly #ask: (request: AskRequest) => Promise<Asked | NoAnswer>;
  #client: number | null = null;
  /** By what is asked. */
  #waiting = new Map<string, Waiting>();

  constructor(ask: (request: AskRequest) => Promise<Asked | NoAnswer>) {
    this.#ask = ask;
  }

  /** Whether a read can go with the others: of one account, which is that of the first. */
  takes({ action }: ApiCall, accountId: number | null): boolean {
    if (accountId === null || ALONE.has(action)) return false;
    this.#client ??= accountId;
    return this.#client === accountId;
  }

  /** The answer to a read; null where it is to be sent by itself. Equal reads, such as of the same access, are one. */
  read(call: ApiCall): Promise<WhmcsAnswer | NoAnswer | null> {
    const key = JSON.stringify(call);
    const equal = this.#waiting.get(key);
    if (equal) return equal.answer;
    // What the question issues now is all there before a timer runs.
    if (this.#waiting.size === 0) setTimeout(() => this.#flush(), 0);
    const { promise: answer, resolve } = Promise.withResolvers<WhmcsAnswer | NoAnswer | null>();
    this.#waiting.set(key, { call, answer, resolve });
    return answer;
  }

  #flush(): void {
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    const access = waiting.find(({ call }) => call.action === ACCESS);
    const reads = waiting.filter((one) => one !== access);
    if (reads.length === 0) access?.resolve(null);
    for (let at = 0; at < reads.length; at += MAX_CALLS) {
      void this.#send(reads.slice(at, at + MAX_CALLS), at === 0 ? access : undefined);
    }
  }

  async #send(reads: Waiting[], access: Waiting | undefined): Promise<void> {
    const calls = reads.map(({ call }) => call);
    const user = access ? Number(access.call.parameters.user_id) : null;
    const asked = await this.#ask({ client: this.#client, user, calls });
    const isOne = asked instanceof Error;
    const granted = isOne ? asked : (asked.access ?? null);
    access?.resolve(granted instanceof Error || granted === null ? granted : { kind: "ok", body: granted });
    const isDenied = access !== undefined && granted === null;
    for (const [index, { resolve }] of reads.entries()) {
      resolve(isOne ? asked : isDenied ? null : (asked.answers[index] ?? null));
    }
  }
}
