import { inTime } from "../../shared/platform/deadline.ts";

/** So long a form that was sent twice is answered the same. */
export const REPEATED_MS = 30_000;
/** So long the second of two waits for what becomes of the first. */
const PATIENCE_MS = 10_000;

interface Answer {
  form: string;
  /** The address it led to. */
  location: Promise<string>;
  settle: (location: string) => void;
  until: number;
}

/**
 * What the questions of a session were answered with, and where that led. In memory only: an address can have an
 * authorization code in it, which is not stored anywhere.
 */
export class RepeatedAnswers {
  readonly #answers = new Map<string, Answer>();

  /** A question is being answered. @param form everything that was sent */
  begin(question: string, form: string, now: number): void {
    for (const [id, { until }] of this.#answers) if (until <= now) this.#answers.delete(id);
    const { promise: location, resolve: settle } = Promise.withResolvers<string>();
    this.#answers.set(question, { form, location, settle, until: now + REPEATED_MS });
  }

  settle(question: string, location: string): void {
    this.#answers.get(question)?.settle(location);
  }

  forget(): void {
    this.#answers.clear();
  }

  /** Where the very same form led, or will have led in a moment; null for another one. */
  async locationOf(question: string, form: string, now: number): Promise<string | null> {
    const answer = this.#answers.get(question);
    if (!answer || answer.form !== form || answer.until <= now) return null;
    // expected: what the first form led to is not known in time
    return inTime(answer.location, PATIENCE_MS).catch(() => null);
  }
}
