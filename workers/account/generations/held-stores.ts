import type { AccountOfInstallation, AccountPort } from "../../../durable-objects/account/account-port.ts";
import type { ConnectionPort } from "../../../durable-objects/connection/connection-port.ts";
import {
  acceptedText,
  type DatabaseGeneration,
  type HeldStore,
} from "../../../shared/generations/database-generation.ts";
import type { ActResult } from "../../../shared/operator-contract/answers.ts";

export interface HeldStoresDependencies {
  generation: Pick<DatabaseGeneration, "held" | "accept">;
  accountOf: (account: AccountOfInstallation) => Pick<AccountPort, "acceptRestore">;
  connectionOf: (id: string) => Pick<ConnectionPort, "acceptRestore">;
}

/** The stores of the account Worker that went back and wait for the operator. */
export class HeldStores {
  readonly #dependencies: HeldStoresDependencies;

  constructor(dependencies: HeldStoresDependencies) {
    this.#dependencies = dependencies;
  }

  list(): Promise<HeldStore[]> {
    return this.#dependencies.generation.held();
  }

  /** Lets a store go on. @param store as {@link list} has it */
  async accept(store: string): Promise<ActResult> {
    const { generation, accountOf, connectionOf } = this.#dependencies;
    if (!(await this.list()).some((held) => held.store === store))
      return { isDone: false, text: `${store} is not held.` };
    const [, kind, name] = /^(account|connection):(.+)$/.exec(store) ?? [];
    if (kind === "connection" && name) {
      await connectionOf(name).acceptRestore();
      return { isDone: true, text: "Accepted: the connection is issued tokens again." };
    }
    if (kind === "account" && name) {
      const lost = await accountOf(accountNamed(name)).acceptRestore(accountNamed(name));
      return { isDone: true, text: `Accepted: the account acts again; ${lost} forgotten keys are looked up.` };
    }
    return acceptedText(await generation.accept());
  }
}

/** The account of an object's name. */
export function accountNamed(name: string): AccountOfInstallation {
  const at = name.lastIndexOf(":");
  return at === -1
    ? { accountId: Number(name) }
    : { installation: name.slice(0, at), accountId: Number(name.slice(at + 1)) };
}
