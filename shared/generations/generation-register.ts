import type { CallRecord } from "../api/pipeline/gate.ts";
import type { LogFields } from "../platform/log.ts";

/** How far an object has counted, and how far a register that was accepted then had confirmed it. */
export interface Generation {
  /** Rises with every change that others rely on. */
  counter: number;
  /** The last answer of the register; null before the first one. */
  confirmed: { accepted: number; counter: number } | null;
}

/** An action as the register keeps it, so that a journal that has forgotten it can look it up. Nothing of what was sent. */
export interface SentRecord {
  /** The idempotency key as a keyed digest, and that of the request. */
  key: string;
  fingerprint: string;
  /** What the billing system knows the action by. */
  reference: string;
  loginId: number;
  accountId: number;
  operation: string;
  /** The resources that it locks. */
  resources: string[];
  target: string | null;
  application: string;
  connectionId: string;
  via: CallRecord["via"];
  requestId: string;
  /** Epoch milliseconds. */
  sentAt: number;
}

/** What an object tells before it acts. */
export interface ToldGeneration extends Generation {
  /** Its name in the register: `account:` or `connection:` and the object's own name. */
  object: string;
  /** The action that it is about to send under a key. */
  sent: SentRecord | null;
}

export interface RegisterAnswer {
  /** Which life of the register answers: when it was last accepted, epoch milliseconds; 0 before that. */
  accepted: number;
  /** The object, or the register's own database, has gone back and was not accepted yet. */
  isHeld: boolean;
  /** The reference under which the key of `sent` was sent before, where the object is held; null where it was not. */
  sentAs: string | null;
  /** Of a connection: when the list says that it ended, epoch milliseconds; null where it says that it has not. */
  endedAt: number | null;
  /** Of a connection: whether the list has it. */
  isListed: boolean;
}

/**
 * What the objects of the account Worker have told of themselves, in its database. Each knows of the other how far it was: an object
 * whose counter is not above what it told has gone back, and so has a register that has less than it confirmed.
 */
export interface GenerationRegister {
  /** Compares, holds what has gone back, and keeps the rest; one transaction. */
  advance(told: ToldGeneration, fields: LogFields): Promise<RegisterAnswer>;
  /** What an object has sent under keys after an instant. */
  sentAfter(object: string, instant: number): Promise<SentRecord[]>;
  /** Lets an object act again. @returns how far it had counted */
  accept(object: string): Promise<number>;
}
