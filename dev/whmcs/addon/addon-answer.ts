import { REFUSALS } from "./addon-lists.ts";

/** What the addon's endpoint answers, before it is written. */
export interface AddonAnswer {
  status: number;
  body: Record<string, unknown>;
}

export function succeeded(members: Record<string, unknown>): AddonAnswer {
  return { status: 200, body: { result: "success", ...members } };
}

/** Ends a call before anything is done, with a code of the addon's own list. */
export class AddonRefusal extends Error {
  override name = "AddonRefusal";
  readonly #detail: string;
  readonly #retryAfter: number | null;

  /** @param detail what the caller can do about it @param retryAfter seconds until the call is taken; null if that is not known */
  constructor(code: string, detail = "", retryAfter: number | null = null) {
    super(code);
    this.#detail = detail;
    this.#retryAfter = retryAfter;
  }

  get answer(): AddonAnswer {
    const { STATUSES, MESSAGES } = REFUSALS;
    const message = MESSAGES[this.message] + (this.#detail && `: ${this.#detail}`);
    const wait = this.#retryAfter === null ? {} : { retry_after: this.#retryAfter };
    return {
      status: STATUSES[this.message] ?? 500,
      body: { result: "error", error: this.message, message, ...wait },
    };
  }
}
