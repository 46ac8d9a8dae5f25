import type { AccountPort } from "../../../durable-objects/account/account-port.ts";
import type { ConnectionPort } from "../../../durable-objects/connection/connection-port.ts";
import {
  acceptedText,
  type DatabaseGeneration,
  type HeldStore,
} from "../../../shared/generations/database-generation.ts";
import type { RestoredObject, RestoredObjectsPort } from "../../../shared/generations/restored-objects.ts";
import type { ActResult } from "../../../shared/operator-contract/answers.ts";
import { log } from "../../../shared/platform/log.ts";
import type { ConnectionIndex } from "../connections/connection-index.ts";

export interface HeldStoresDependencies {
  db: D1Database;
  now: () => number;
  generation: Pick<DatabaseGeneration, "held" | "accept" | "acceptedAt">;
  restored: Pick<RestoredObjectsPort, "restoredObjects">;
  index: Pick<ConnectionIndex, "relist">;
  accountOf: (accountId: number) => Pick<AccountPort, "acceptRestore">;
  connectionOf: (id: string) => Pick<ConnectionPort, "acceptRestore" | "summary">;
}

/** Every key that was used before has ended then: they are kept for a day, and an action is looked up for an hour. */
const KEYS_END_MS = 25 * 3_600_000;

/** The stores of the account Worker that went back and wait for the operator. */
export class HeldStores {
  readonly #dependencies: HeldStoresDependencies;

  constructor(dependencies: HeldStoresDependencies) {
    this.#dependencies = dependencies;
  }

  list(): Promise<HeldStore[]> {
    return this.#dependencies.generation.held();
  }

  /** What to know before it goes on: of an object what it and the database may both have lost; null: nothing. */
  async preview(store: string): Promise<string | null> {
    const { generation, restored, now } = this.#dependencies;
    if (!(await this.#isHeld(store))) return null;
    const acceptedAt = await generation.acceptedAt();
    const both = (await restored.restoredObjects()).find(
      (object) => object.store === store && (object.to ?? 0) < acceptedAt,
    );
    if (!both) return null;
    const { kind, name } = nameIn(store);
    const went = `${store} was put back${both.to === null ? "" : ` to ${instant(both.to)}`} on ${instant(both.at)}, and the account Worker's database went back as well`;
    if (kind === "connection") {
      const isOpen = (await this.#connection(name))?.end === null;
      return isOpen ? `${went}: if it was ended in between, neither has that. ${endInstead(name)}` : null;
    }
    // What both have lost was sent before either of them went back.
    const keysEnd = Math.min(both.at, acceptedAt) + KEYS_END_MS;
    return now() < keysEnd ? `${went}: what it sent in between may be in neither. ${waitUntil(keysEnd)}` : null;
  }

  /** Lets a store go on. @param store as {@link list} has it */
  async accept(store: string): Promise<ActResult> {
    const { db, generation, accountOf, connectionOf } = this.#dependencies;
    if (!(await this.#isHeld(store))) return { isDone: false, text: `${store} is not held.` };
    const { kind, name } = nameIn(store);
    if (kind === "connection") {
      await connectionOf(name).acceptRestore();
      // One that was put back to before it was made knows no name to tell.
      await db.prepare("DELETE FROM held_stores WHERE store = ?").bind(store).run();
      return { isDone: true, text: "Accepted: the connection is issued tokens again." };
    }
    if (kind === "account") {
      const lost = await accountOf(accountNamed(name)).acceptRestore(accountNamed(name));
      return { isDone: true, text: `Accepted: the account acts again; ${lost} forgotten keys are looked up.` };
    }
    // First: once the database is accepted they would act.
    const again = await this.#holdAgain();
    const { isDone, text } = acceptedText(await generation.accept());
    return { isDone, text: text + again };
  }

  /**
   * Holds again what was put back by itself: nobody can tell whether the database, which has gone back too, has what it lost.
   * @returns which they are, as a sentence that follows another one
   */
  async #holdAgain(): Promise<string> {
    const { db, now, restored } = this.#dependencies;
    const stores: string[] = [];
    for (const object of await restored.restoredObjects()) if (await this.#isThere(object)) stores.push(object.store);
    if (stores.length === 0) return "";
    const hold = db.prepare("INSERT INTO held_stores (store, since) VALUES (?, ?) ON CONFLICT DO NOTHING");
    await db.batch(stores.map((store) => hold.bind(store, now())));
    return ` Held now, as they were put back themselves within the last 31 days: ${stores.join(", ")}. Accept each of them.`;
  }

  /** A connection that the database has lost is listed, so that its customer and the operator can end it. */
  async #isThere({ store }: RestoredObject): Promise<boolean> {
    const { kind, name } = nameIn(store);
    if (kind !== "connection") return true;
    try {
      const connection = await this.#connection(name);
      if (!connection || connection.end) return false;
      await this.#dependencies.index.relist(connection);
    } catch (cause) {
      log("connection_unreachable", { cause });
    }
    return true;
  }

  #connection(id: string) {
    return this.#dependencies.connectionOf(id).summary(0);
  }

  async #isHeld(store: string): Promise<boolean> {
    return (await this.list()).some((held) => held.store === store);
  }
}

function nameIn(store: string): { kind: string; name: string } {
  const [, kind = "", name = ""] = /^(account|connection):(.+)$/.exec(store) ?? [];
  return { kind, name };
}

function instant(at: number): string {
  return new Date(at).toISOString();
}

function waitUntil(keysEnd: number): string {
  return `A key that was used then would order again: wait until ${instant(keysEnd)}, when it has ended, or see first that the billing system has nothing of it.`;
}

function endInstead(id: string): string {
  return `The safe choice is to end it, and its customer connects again: end connection ${id}. Accept it only where you know that it was not ended.`;
}

/** The account of an object's name. */
export function accountNamed(name: string): number {
  return Number(name.slice(name.lastIndexOf(":") + 1));
}
