import { env, waitUntil } from "cloudflare:workers";
import { openOperator } from "./composition.ts";
import type { OperatorEnv } from "./environment.ts";
import { operatorConsole } from "./operator-application.ts";
import { runOperatorWork } from "./scheduled-work.ts";

export { StoreHolds } from "../../durable-objects/store-holds.ts";

// The runtime types no bindings: `wrangler.toml` declares these.
const services = openOperator(env as unknown as OperatorEnv, waitUntil);

/** The operator console: pages and JSON, for those whom Cloudflare Access lets in. */
export default { fetch: operatorConsole(services), scheduled: () => runOperatorWork(services) };
