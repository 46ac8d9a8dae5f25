import { waitUntil } from "cloudflare:workers";
import type { StoreWitness } from "../../../durable-objects/store-witness.ts";
import { DatabaseGeneration } from "../../../shared/generations/database-generation.ts";
import { openAccount } from "../../../workers/account/composition.ts";
import type { AccountEnv } from "../../../workers/account/environment.ts";
import { HeldStores } from "../../../workers/account/generations/held-stores.ts";

interface Bindings extends AccountEnv {
  BILLING_DB: D1Database;
  BILLING_WITNESS: DurableObjectNamespace<StoreWitness>;
}

/** Lists and accepts stores as the operator console does, on the Workers' own databases and objects. */
export default {
  async fetch(request: Request, env: Bindings): Promise<Response> {
    const account = new HeldStores(openAccount(env, waitUntil));
    const billing = new DatabaseGeneration({
      ...{ db: env.BILLING_DB, store: "billing-database" as const, now: Date.now },
      witness: { keep: (count) => env.BILLING_WITNESS.getByName("database").keep(count) },
    });
    const { accept } = (await request.json()) as { accept?: string };
    if (accept === "billing-database") await billing.accept();
    else if (accept !== undefined) await account.accept(accept);
    const held = [...(await account.list()), ...(await billing.held())];
    return Response.json(held.map(({ store }) => store));
  },
};
