import type { BillingSystem } from "../../shared/billing.ts";
import { EmbeddedCatalogue } from "./embedded-catalogue.ts";
import { answering } from "./results.ts";

/** The bindings of the embedded billing engine. */
export interface BillingEnv {
  /** The engine's own database, see `docs/storage.md`. */
  DB: D1Database;
}

/** The engine on its database. */
export function embeddedBilling(env: BillingEnv): BillingSystem {
  const catalogue = new EmbeddedCatalogue(env.DB);
  return {
    readCatalogue: (query) => answering("readCatalogue", () => catalogue.read(query)),
    checkHealth: () =>
      answering("checkHealth", async () => {
        await env.DB.prepare("SELECT 1 FROM product_lines LIMIT 1").first();
        return null;
      }),
  };
}
