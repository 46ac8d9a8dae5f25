import { env, waitUntil } from "cloudflare:workers";
import { openOperator } from "./composition.ts";
import type { OperatorEnv } from "./environment.ts";
import { operatorConsole } from "./operator-application.ts";
import { runOperatorWork } from "./scheduled-work.ts";

export { StoreHolds } from "../../durable-objects/store-holds.ts";

// The runtime's types do not include the bindings. `wrangler.toml` declares them.
const services = openOperator(env as unknown as OperatorEnv, waitUntil);

/** The operator console: pages and JSON for operators whom Cloudflare Access admits. */
export default { fetch: operatorConsole(services), scheduled: () => runOperatorWork(services) };
