import type { AccountDependencies } from "../../../../durable-objects/account/account-dependencies.ts";
import type { InjectedFault } from "./faults.ts";

/** What a mistake needs of an object's storage. */
export type MistakenStorage = Pick<DurableObjectStorage, "sql">;

/** An account whose journal is kept in a wrong way, to see that the harness finds it out. */
export function mistaken(mistake: InjectedFault | "", { sql }: MistakenStorage) {
  return {
    /** Before the object is made. */
    begin(): void {
      const [{ journals = 0 } = {}] = sql
        .exec<{ journals: number }>("SELECT count(*) AS journals FROM sqlite_schema WHERE name = 'journal'")
        .toArray();
      if (mistake !== "a stop forgets what is being sent" || journals === 0) return;
      sql.exec("DELETE FROM journal WHERE state = 'SENDING'");
    },

    world(world: AccountDependencies): AccountDependencies {
      return {
        ...world,
        async prepare(command, query, admittedAt, asks) {
          const prepared = await world.prepare(command, query, admittedAt, asks);
          if ("refused" in prepared) return prepared;
          const send = prepared.ready;
          return {
            ...prepared,
            ready: async (action) => {
              const { reference } = action;
              switch (mistake) {
                case "send again":
                  return send(action).catch(() => send(action));
                case "forget the key on an error":
                  return send(action).catch((error) => {
                    sql.exec("DELETE FROM journal WHERE reference = ?", reference);
                    throw error;
                  });
                case "record after the answer": {
                  sql.exec("UPDATE journal SET state = 'RESERVED' WHERE reference = ?", reference);
                  const record = () => sql.exec("UPDATE journal SET state = 'SENDING' WHERE reference = ?", reference);
                  return send(action).finally(record);
                }
                default:
                  return send(action);
              }
            },
          };
        },
      };
    },
  };
}
