import { inTime } from "../platform/deadline.ts";
import type { LogFields } from "../platform/log.ts";
import { Mutex } from "../platform/mutex.ts";
import type { Generation, GenerationRegister, RegisterAnswer, SentRecord } from "./generation-register.ts";

const KEY = "generation";
/** Set in an object that the operator put back, until it is accepted: the register that knows of it may go back as well. */
const PUT_BACK = "put_back";
const DEADLINE_MS = 5_000;

interface StoredGeneration extends Generation {
  /** When the register last answered, epoch milliseconds. */
  at: number;
}

const FIRST: StoredGeneration = { counter: 0, confirmed: null, at: 0 };

export interface ObjectGenerationDependencies {
  kv: SyncKvStorage;
  register: GenerationRegister;
  now: () => number;
  /** False once the object has deleted what it stored: then nothing is written. */
  isStored(): boolean;
}

/**
 * The generation of one object: a counter in its own storage that is written before the register is told, so that the register is
 * never ahead of an object that has not gone back.
 */
export class ObjectGeneration {
  readonly #dependencies: ObjectGenerationDependencies;
  /** One after another: a later count that arrived first would make the earlier one look gone back. */
  readonly #mutex = new Mutex();

  constructor(dependencies: ObjectGenerationDependencies) {
    this.#dependencies = dependencies;
  }

  /** When the register was last asked, epoch milliseconds; 0 before. */
  get comparedAt(): number {
    return this.#read().at;
  }

  /**
   * Counts up and tells the register.
   * @param sent the action that is about to be sent under a key
   * @throws where the register does not answer in time: then nothing may be done that depends on it
   */
  advance(object: string, sent: SentRecord | null, fields: LogFields): Promise<RegisterAnswer> {
    return this.#mutex.runExclusive(() => inTime(this.#advance(object, sent, fields), DEADLINE_MS));
  }

  /** Counts on from what the register knew, and lets the object act again. */
  async accept(object: string): Promise<void> {
    const counter = await this.#dependencies.register.accept(object);
    const before = this.#read();
    this.#write({ ...before, counter: Math.max(before.counter, counter), confirmed: null });
    this.#dependencies.kv.delete(PUT_BACK);
  }

  /** Holds the object, which the operator has just put back, whatever the register says; {@link accept} ends it. */
  hold(): void {
    if (this.#dependencies.isStored()) this.#dependencies.kv.put(PUT_BACK, true);
  }

  async #advance(object: string, sent: SentRecord | null, fields: LogFields): Promise<RegisterAnswer> {
    const before = this.#read();
    const counter = before.counter + 1;
    this.#write({ ...before, counter });
    const isPutBack = this.#dependencies.kv.get<boolean>(PUT_BACK) === true;
    const answer = await this.#dependencies.register.advance(
      // What is refused is not told as sent: it would be looked up as if it had been.
      { object, counter, confirmed: before.confirmed, sent: isPutBack ? null : sent },
      fields,
    );
    const { accepted } = answer;
    const isHeld = answer.isHeld || isPutBack;
    if (!isHeld) this.#write({ ...this.#read(), confirmed: { accepted, counter }, at: this.#dependencies.now() });
    return { ...answer, isHeld };
  }

  #read(): StoredGeneration {
    return this.#dependencies.kv.get<StoredGeneration>(KEY) ?? FIRST;
  }

  #write(generation: StoredGeneration): void {
    if (this.#dependencies.isStored()) this.#dependencies.kv.put(KEY, generation);
  }
}
