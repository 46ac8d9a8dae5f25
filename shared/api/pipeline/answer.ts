/** A successful answer, serialised once and served as it is by every transport. */
export interface Answer {
  /** Compact JSON. */
  json: string;
  bytes: Uint8Array<ArrayBuffer>;
  /** Strong entity tag of the bytes, quoted; null for what is never given twice. */
  etag: string | null;
  /** Epoch milliseconds from which it must not be used any more. */
  freshUntil: number;
}

const encoder = new TextEncoder();

/** Serialises a value as an answer. */
export async function toAnswer(value: unknown, freshUntil: number, isTagged: boolean): Promise<Answer> {
  const json = JSON.stringify(value);
  const bytes = new Uint8Array(encoder.encode(json));
  return { json, bytes, etag: isTagged ? await entityTag(bytes) : null, freshUntil };
}

async function entityTag(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return `"${btoa(String.fromCharCode(...digest.subarray(0, 18)))}"`;
}

/**
 * Answers in the isolate's memory, the least recently used given up first. An answer past its age is never returned.
 * One that was given at an address is found there again without reading the address: it is the same call.
 */
export class AnswerCache {
  readonly #answers = new Map<string, Answer>();
  readonly #atAddress = new Map<string, Answer>();
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
    this.#answers.set(key, answer);
    if (this.#answers.size > this.#capacity) {
      const oldest = this.#answers.keys().next().value;
      if (oldest !== undefined) this.#answers.delete(oldest);
    }
  }
  /** The answer that was given at an address, query included. */
  at(address: string, now: number): Answer | undefined {
    const answer = this.#atAddress.get(address);
    return answer && answer.freshUntil > now ? answer : undefined;
  }

  /** Only for an answer that depends on its address alone, and may be stored. */
  setAt(address: string, answer: Answer): void {
    if (this.#atAddress.size >= this.#capacity) this.#atAddress.clear();
    this.#atAddress.set(address, answer);
  }
}
