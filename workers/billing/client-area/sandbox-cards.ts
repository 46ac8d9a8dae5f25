import type { AskerRefused, BillingResult, BillingUnavailable } from "../../../shared/billing.ts";
import type { Question } from "../../../shared/billing-customer.ts";
import { type AccountGate, Overtaken } from "../accounts/account-gate.ts";
import { answering, found, unavailable } from "../results.ts";

const ROUNDS = 20;

type CardResult = BillingResult<boolean, BillingUnavailable | AskerRefused>;

/** The sandbox's payment method: an account has its card on file or has none. There is no number, and nothing to charge. */
export class SandboxCards {
  readonly #db: D1Database;
  readonly #gate: AccountGate;

  constructor(db: D1Database, gate: AccountGate) {
    this.#db = db;
    this.#gate = gate;
  }

  isOnFile(question: Question): Promise<CardResult> {
    return answering("readPaymentMethod", async () => {
      const read = await this.#gate.state(question, []);
      return read.ok ? found(read.value.facts.paymentMethodOnFile) : read;
    });
  }

  /** Setting it to what it is changes nothing and succeeds. */
  set(question: Question, onFile: boolean): Promise<CardResult> {
    return answering("setPaymentMethod", async () => {
      for (let round = 0; round < ROUNDS; round++) {
        const read = await this.#gate.state(question, []);
        if (!read.ok) return read;
        if (read.value.facts.paymentMethodOnFile === onFile) return found(onFile);
        const change = this.#db
          .prepare("UPDATE accounts SET payment_method_on_file = ? WHERE id = ?")
          .bind(onFile ? 1 : 0, question.accountId);
        try {
          await this.#gate.write(question, read.value.revision, [change]);
          return found(onFile);
        } catch (error) {
          if (!(error instanceof Overtaken)) throw error;
        }
      }
      return unavailable();
    });
  }
}
