import { inTime } from "../../shared/platform/deadline.ts";

/** How long a repeated form gets the same answer. */
export const REPEATED_MS = 30_000;
/** How long the second of two concurrent forms waits for the answer to the first. */
const MAX_WAIT_MS = 10_000;

interface Answer {
  form: string;
  location: Promise<string>;
  settle: (location: string) => void;
  until: number;
}

/**
 * The forms that answered a session's authorizations, and where each led. In memory only: the address can contain an
 * authorization code, which is not stored anywhere.
 */
export class RepeatedAnswers {
  readonly #answers = new Map<string, Answer>();

  /** An authorization is being answered. @param form everything that was sent */
  begin(pendingId: string, form: string, now: number): void {
    for (const [id, { until }] of this.#answers) if (until <= now) this.#answers.delete(id);
    const { promise: location, resolve: settle } = Promise.withResolvers<string>();
    this.#answers.set(pendingId, { form, location, settle, until: now + REPEATED_MS });
  }

  settle(pendingId: string, location: string): void {
    this.#answers.get(pendingId)?.settle(location);
  }

  forget(): void {
    this.#answers.clear();
  }

  /** Where the very same form led or is about to lead; null for any other. */
  async locationOf(pendingId: string, form: string, now: number): Promise<string | null> {
    const answer = this.#answers.get(pendingId);
    if (!answer || answer.form !== form || answer.until <= now) return null;
    // expected: what the first form led to is not known in time
    return inTime(answer.location, MAX_WAIT_MS).catch(() => null);
  }
}
