import { keepNewest } from "../../platform/keep-newest.ts";

/** A successful answer that is serialised once for all transports. */
export interface Answer {
  /** The answer as compact JSON. */
  json: string;
  /** The JSON in UTF-8; `null` if the operation needs a credential. */
  bytes: Uint8Array<ArrayBuffer> | null;
  /** The strong entity tag of the JSON, with quotes; `null` if the operation needs a credential. */
  etag: string | null;
  /** Time after which the answer must not be used, in epoch milliseconds. */
  freshUntil: number;
}

/** An answer with the id of its operation. */
interface AnswerOfOperation {
  answer: Answer;
  operation: string;
}

const encoder = new TextEncoder();

export async function toAnswer(value: unknown, freshUntil: number, isTagged: boolean): Promise<Answer> {
  const json = JSON.stringify(value);
  const bytes = isTagged ? new Uint8Array(encoder.encode(json)) : null;
  return { json, bytes, etag: bytes && (await entityTag(bytes)), freshUntil };
}

/** Returns a strong entity tag with its quotes. */
export async function entityTag(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return `"${btoa(String.fromCharCode(...digest.subarray(0, 18)))}"`;
}

/**
 * The answers in the isolate's memory, by call and by the URL of a GET request. Lookup by URL avoids parsing a repeated
 * request. If there are too many calls, the cache evicts the least recently used one. If there are too many URLs, it
 * deletes all URLs. Stale answers are never returned.
 */
export class AnswerCache {
  readonly #answers = new Map<string, Answer>();
  readonly #byUrl = new Map<string, AnswerOfOperation>();
  readonly #capacity: number;

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  get(key: string, now: number): Answer | undefined {
    const answer = this.#answers.get(key);
    if (!answer) return undefined;
    this.#answers.delete(key);
    if (answer.freshUntil <= now) return undefined;
    this.#answers.set(key, answer);
    return answer;
  }

  set(key: string, answer: Answer): void {
    keepNewest(this.#answers, key, answer, this.#capacity);
  }

  /** Returns the fresh answer for a URL, including its query. */
  getByUrl(url: string, now: number): AnswerOfOperation | undefined {
    const found = this.#byUrl.get(url);
    return found && found.answer.freshUntil > now ? found : undefined;
  }

  /** Stores an answer that depends only on its URL. The caller checks that the answer may be stored. */
  setByUrl(url: string, answer: Answer, operation: string): void {
    if (this.#byUrl.size >= this.#capacity) this.#byUrl.clear();
    this.#byUrl.set(url, { answer, operation });
  }
}
