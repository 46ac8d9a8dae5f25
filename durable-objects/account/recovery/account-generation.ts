import type { GenerationRegister, SentRecord } from "../../../shared/generations/generation-register.ts";
import { ObjectGeneration } from "../../../shared/generations/object-generation.ts";
import { log } from "../../../shared/platform/log.ts";
import { type ActionRequest, accountObjectName } from "../account-port.ts";
import { fieldsOf } from "../commands/action-request.ts";

/**
 * Why nothing may be sent. `forgotten`: its key was used before, in what the object has lost. `held`: the object or the register has
 * gone back. `unanswered`: that could not be found out.
 */
export type NotSendable = "forgotten" | "held" | "unanswered";

/** Compares the object of an account with what it told the register before its storage may have gone back. */
export class AccountGeneration {
  readonly #register: GenerationRegister;
  readonly #billingSystem: string;
  readonly #generation: ObjectGeneration;

  constructor(dependencies: {
    kv: SyncKvStorage;
    register: GenerationRegister;
    billingSystem: string;
    now: () => number;
  }) {
    this.#register = dependencies.register;
    this.#billingSystem = dependencies.billingSystem;
    this.#generation = new ObjectGeneration({ ...dependencies, isStored: () => true });
  }

  /**
   * Whether a command may be sent. Tells the register first what would be sent under a key.
   * @returns null where it may
   */
  async refusal(actionRequest: ActionRequest, sent: SentRecord | null): Promise<NotSendable | null> {
    const fields = fieldsOf(actionRequest);
    try {
      const { isHeld, sentAs } = await this.#generation.advance(this.#nameOf(actionRequest.accountId), sent, fields);
      if (!isHeld) return null;
      return sentAs === null ? "held" : "forgotten";
    } catch (cause) {
      log("store_not_compared", { ...fields, cause });
      return "unanswered";
    }
  }

  /** Whether an operator's instruction may be carried out. @throws where the register does not answer */
  async isHeld(account: number, requestId: string): Promise<boolean> {
    const fields = { request_id: requestId, account };
    return (await this.#generation.advance(this.#nameOf(account), null, fields)).isHeld;
  }

  /** What was sent under keys after an instant. */
  sentAfter(account: number, instant: number): Promise<SentRecord[]> {
    return this.#register.sentAfter(this.#nameOf(account), instant);
  }

  /** Holds the account after it was put back. */
  hold(): void {
    this.#generation.hold();
  }

  accept(account: number): Promise<void> {
    return this.#generation.accept(this.#nameOf(account));
  }

  #nameOf(account: number): string {
    return `account:${accountObjectName(this.#billingSystem, account)}`;
  }
}
