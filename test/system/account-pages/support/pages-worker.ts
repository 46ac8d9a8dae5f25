import { withObjects } from "../../../support/product-workers.ts";
import type { WorldOptions } from "../../../support/world.ts";

/** The customer's pages on the real runtime, with the demonstration's logins. */
export const ACCOUNT_PAGES: WorldOptions = {
  workers: [
    {
      name: "pages-door",
      main: "test/system/account-pages/support/pages-door.worker.ts",
      services: [{ binding: "BILLING", service: "frontdesk-billing" }],
      d1_databases: [
        { binding: "ACCOUNT_DB", database_name: "frontdesk-account", migrations_dir: "workers/account/migrations" },
      ],
      ...withObjects({ SESSION: "Session" }),
    },
    "billing",
  ],
};
