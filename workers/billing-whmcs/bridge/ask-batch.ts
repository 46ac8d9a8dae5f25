import type { UserAccess } from "./messages.ts";
import { NoAnswer, type WhmcsAnswer } from "./outcome.ts";

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

/** Several reads as the addon takes them: with a user, what that user may see of the account comes along. */
export interface AskRequest {
  client: number | null;
  user: number | null;
  calls: ApiCall[];
}

/**
 * Answers to an {@link AskRequest} in the order of its calls, with the user's permissions. `access` is null for a user who does not
 * manage the account; there are no answers then.
 */
export type Asked = { access: UserAccess | null | undefined; answers: (WhmcsAnswer | NoAnswer)[] };

interface Waiting {
  user: number | null;
  access: PromiseWithResolvers<UserAccess | NoAnswer | null>;
  /** By the text of the call. */
  reads: Map<string, { call: ApiCall } & PromiseWithResolvers<WhmcsAnswer | NoAnswer>>;
}

/** The reads of one request: those about one account that are issued without waiting for each other become one call of the addon. */
export class AskBatch {
  readonly #ask: (request: AskRequest) => Promise<Asked | NoAnswer>;
  /** By account. */
  #waiting = new Map<number, Waiting>();

  constructor(ask: (request: AskRequest) => Promise<Asked | NoAnswer>) {
    this.#ask = ask;
  }

  /** The answer to a read. Equal reads are one. */
  read(accountId: number, call: ApiCall): Promise<WhmcsAnswer | NoAnswer> {
    const { reads } = this.#of(accountId);
    const key = JSON.stringify(call);
    const read = reads.get(key) ?? { call, ...Promise.withResolvers<WhmcsAnswer | NoAnswer>() };
    reads.set(key, read);
    return read.promise;
  }

  /** What a user may do with an account, which comes along with a read of it that is issued at the same time. */
  access(accountId: number, user: number): Promise<UserAccess | NoAnswer | null> {
    const waiting = this.#of(accountId);
    waiting.user = user;
    return waiting.access.promise;
  }

  #of(accountId: number): Waiting {
    // What the request issues now is all there before a timer runs.
    if (this.#waiting.size === 0) setTimeout(() => this.#flush(), 0);
    const waiting = this.#waiting.get(accountId) ?? { user: null, access: Promise.withResolvers(), reads: new Map() };
    this.#waiting.set(accountId, waiting);
    return waiting;
  }

  #flush(): void {
    for (const [client, { user, access, reads }] of this.#waiting) {
      const all = [...reads.values()];
      for (let at = 0; at < all.length; at += MAX_CALLS) {
        const part = all.slice(at, at + MAX_CALLS);
        const request = { client, user: at === 0 ? user : null, calls: part.map(({ call }) => call) };
        void this.#ask(request).then((asked) => {
          if (at === 0) access.resolve(asked instanceof NoAnswer ? asked : (asked.access ?? null));
          for (const [index, { resolve }] of part.entries())
            resolve(asked instanceof NoAnswer ? asked : (asked.answers[index] ?? new NoAnswer("denied")));
        });
      }
    }
    this.#waiting = new Map();
  }
}
