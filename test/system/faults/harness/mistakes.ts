import type { AccountDependencies } from "../../../../durable-objects/account/account-dependencies.ts";
import type { JournalTiming } from "../../../../durable-objects/account/journal/journal.ts";

/**
 * The mistakes that can be seeded in the account object. They repeat an order or report a placed order as not placed.
 */
export type AccountMistake =
  | "record after the answer"
  | "forget the key on an error"
  | "send again"
  | "no delivery window"
  | "a stop forgets what is being sent";

/** The part of the object storage that a mistake needs. */
export type MistakenStorage = Pick<DurableObjectStorage, "sql">;

/** Returns the parts of an account object with a seeded mistake, to test that the harness detects the mistake. */
export function mistaken(mistake: string, { sql }: MistakenStorage) {
  /** Sends a write with the mistake. */
  function sendWrongly<Reply>(send: () => Promise<Reply>, reference: string): Promise<Reply> {
    switch (mistake as AccountMistake) {
      case "send again":
        return send().catch(send);
      case "forget the key on an error":
        return send().catch((error) => {
          sql.exec("DELETE FROM journal WHERE reference = ?", reference);
          throw error;
        });
      case "record after the answer": {
        sql.exec("UPDATE journal SET state = 'RESERVED' WHERE reference = ?", reference);
        const record = () => sql.exec("UPDATE journal SET state = 'SENDING' WHERE reference = ?", reference);
        return send().finally(record);
      }
      default:
        return send();
    }
  }
  return {
    /** Changes the storage before the object is created. */
    begin(): void {
      const [{ journals = 0 } = {}] = sql
        .exec<{ journals: number }>("SELECT count(*) AS journals FROM sqlite_schema WHERE name = 'journal'")
        .toArray();
      if (mistake !== "a stop forgets what is being sent" || journals === 0) return;
      sql.exec("DELETE FROM journal WHERE state = 'SENDING'");
    },

    timing(timing: JournalTiming): JournalTiming {
      return mistake === "no delivery window" ? { ...timing, deliveryWindowMs: 0 } : timing;
    },

    world(world: AccountDependencies): AccountDependencies {
      return {
        ...world,
        run(command, request) {
          const execute: typeof command.execute = (steps) =>
            command.execute({
              ...steps,
              write(call, known, price) {
                const send = () => steps.write(call, known, price);
                return call.commit ? sendWrongly(send, call.reference) : send();
              },
            });
          return world.run({ execute }, request);
        },
      };
    },
  };
}
