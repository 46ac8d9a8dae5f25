import { DIRECT_CONNECTIONS } from "./connecting-application.ts";
import type { TestWorker } from "./product-workers.ts";
import { DATABASES } from "./seeded-stores.ts";

const OBJECTS = ["Connection", "Account", "Session", "ServiceKey", "AddressWindow", "DailyKey", "StoreHolds"];

/**
 * Returns the Worker that creates connections without the sign-in and consent pages. It is bound to the objects and the
 * database of the account Worker.
 * @param vars the settings of the account Worker
 * @param billing the name of the billing Worker
 */
export function directConnections(vars: Record<string, string>, billing: string): TestWorker {
  return {
    name: "direct-connections",
    main: "test/support/workers/direct-connections.worker.ts",
    routes: [`*${DIRECT_CONNECTIONS}`],
    vars,
    d1_databases: [{ binding: "ACCOUNT_DB", database_name: DATABASES.account }],
    services: [{ binding: "BILLING", service: billing }],
    durable_objects: {
      bindings: OBJECTS.map((class_name) => ({
        name: class_name.replace(/(?<=[a-z])(?=[A-Z])/g, "_").toUpperCase(),
        class_name,
        script_name: "frontdesk-account",
      })),
    },
  };
}
