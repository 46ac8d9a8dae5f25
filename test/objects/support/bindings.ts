/// <reference types="@cloudflare/vitest-plugin/types" />
import type { D1Migration } from "cloudflare:test";
import { env } from "cloudflare:workers";
import type { AddressWindow } from "../../../durable-objects/address-window.ts";
import type { DailyKey, ServiceKey } from "../../../durable-objects/random-keys.ts";
import type { RegistryHealth } from "../../../durable-objects/registry/registry-health.ts";
import type { Session } from "../../../durable-objects/session/session.ts";
import type { StoreHolds } from "../../../durable-objects/store-holds.ts";
import type { WholeBilling } from "./acting-application.ts";
import type { Account, BillingHost, Connection, Registry } from "./objects.worker.ts";
import type { Arrivals, Writer } from "./output-gate.ts";

/** The bindings of `test/objects/wrangler.toml`. */
export interface Bindings {
  CONNECTION: DurableObjectNamespace<Connection>;
  SESSION: DurableObjectNamespace<Session>;
  ACCOUNT: DurableObjectNamespace<Account>;
  BILLING_HOST: DurableObjectNamespace<BillingHost>;
  SERVICE_KEY: DurableObjectNamespace<ServiceKey>;
  ADDRESS_WINDOW: DurableObjectNamespace<AddressWindow>;
  DAILY_KEY: DurableObjectNamespace<DailyKey>;
  REGISTRY: DurableObjectNamespace<Registry>;
  REGISTRY_HEALTH: DurableObjectNamespace<RegistryHealth>;
  SIMULATED_DAYS: string;
  STORE_HOLDS: DurableObjectNamespace<StoreHolds>;
  WRITER: DurableObjectNamespace<Writer>;
  BILLING: WholeBilling;
  /** The account Worker's database. */
  INDEX: D1Database;
  INDEX_MIGRATIONS: D1Migration[];
  ARRIVALS: Service<typeof Arrivals>;
}

// The runtime's type of `env` covers the Workers of the whole repository.
export const bindings = env as unknown as Bindings;
