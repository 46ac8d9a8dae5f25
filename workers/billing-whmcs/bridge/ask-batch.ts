import type { UserAccess } from "./messages.ts";
import { NoAnswer, type WhmcsAnswer } from "./outcome.ts";

/** The maximum number of reads in one call to the addon. */
const MAX_CALLS = 8;

/** The value of an action's parameter. To send "no", omit the parameter, because some actions read `false` as yes. */
export type ParameterValue =
  | string
  | number
  | true
  | readonly (string | number)[]
  | Readonly<Record<string, string | number>>;

/** The parameters of an action. Undefined parameters are not sent. */
export type Parameters = Readonly<Record<string, ParameterValue | undefined>>;

/** A call to one WHMCS action. */
export interface ApiCall {
  action: string;
  parameters: Parameters;
}

/** Several reads in one call to the addon. If `user` is set, the answer includes that user's access to the account. */
export interface AskRequest {
  client: number | null;
  user: number | null;
  calls: ApiCall[];
}

/**
 * The answers to an {@link AskRequest}, in the order of its calls, with the user's access. `access` is `null` if the
 * user does not manage the account; `answers` is then empty. It is `undefined` if the request has no user.
 */
export type Asked = { access: UserAccess | null | undefined; answers: (WhmcsAnswer | NoAnswer)[] };

interface Waiting {
  user: number | null;
  access: PromiseWithResolvers<UserAccess | NoAnswer | null>;
  /** The waiting reads, by the JSON text of their call. */
  reads: Map<string, { call: ApiCall } & PromiseWithResolvers<WhmcsAnswer | NoAnswer>>;
}

/**
 * Batches the reads of one request. Up to eight concurrent reads about the same account become one call to the addon.
 */
export class AskBatch {
  readonly #ask: (request: AskRequest) => Promise<Asked | NoAnswer>;
  /** The waiting reads, by account id. */
  #waiting = new Map<number, Waiting>();

  constructor(ask: (request: AskRequest) => Promise<Asked | NoAnswer>) {
    this.#ask = ask;
  }

  /** Returns the answer to a read. Equal concurrent reads share one answer. */
  read(accountId: number, call: ApiCall): Promise<WhmcsAnswer | NoAnswer> {
    const { reads } = this.#of(accountId);
    const key = JSON.stringify(call);
    const read = reads.get(key) ?? { call, ...Promise.withResolvers<WhmcsAnswer | NoAnswer>() };
    reads.set(key, read);
    return read.promise;
  }

  /**
   * Returns a user's access to an account; `null` if the user does not manage it. Concurrent reads share the same call.
   */
  access(accountId: number, user: number): Promise<UserAccess | NoAnswer | null> {
    const waiting = this.#of(accountId);
    waiting.user = user;
    return waiting.access.promise;
  }

  #of(accountId: number): Waiting {
    // A timer runs after the current request has issued all reads that it can issue now.
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
