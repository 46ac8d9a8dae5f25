import type { Unstable_RawConfig } from "wrangler";
import type { SandboxRegistry } from "../../dev/sandbox/sandbox-registry.ts";
import { declaredSettings } from "../../scripts/workers.ts";
import type { RegistrarEnv } from "../../workers/billing/engine/registrar/registrar-connection.ts";

/** The wrangler configuration of each product Worker. The front door is first. */
export const CONFIGS = {
  site: "wrangler.toml",
  account: "workers/account/wrangler.toml",
  catalogue: "workers/catalogue/wrangler.toml",
  zones: "workers/zones/wrangler.toml",
  billing: "workers/billing/wrangler.toml",
  operator: "workers/operator/wrangler.toml",
};
export type ProductWorker = keyof typeof CONFIGS;
/** The Workers that serve customers. A test that needs the operator console must name it. */
export const PRODUCT = (Object.keys(CONFIGS) as ProductWorker[]).filter((worker) => worker !== "operator");

/** The configuration of a test Worker, without a compatibility date. `main` is relative to the project. */
export type TestWorker = Omit<Unstable_RawConfig, "compatibility_date"> & { name: string; main: string };

/**
 * Returns a Worker's settings with the given values. The result has every declared setting, so that no shell variable
 * can replace a default.
 */
export function settingsOf(worker: ProductWorker, settings: Record<string, string>) {
  return { ...declaredSettings(CONFIGS[worker]), ...settings };
}

const MAIL_FROM = "no-reply@maple.example";

/** Returns a Worker's settings for the demonstration. */
export function demonstrationOf(worker: ProductWorker, registry: SandboxRegistry | null): Record<string, string> {
  switch (worker) {
    case "zones":
      return {};
    case "site":
    case "operator":
      return { DEMONSTRATION: "true" };
    case "account":
      return { DEMONSTRATION: "true", MAIL_FROM };
    case "catalogue":
      return registry ? sandboxVars(registry) : {};
    case "billing":
      return { DEMONSTRATION: "true", PAYMENTS: "demonstration", MAIL_FROM, ...(registry && registrarVars(registry)) };
  }
}

/** Returns the catalogue Worker's settings for a sandbox registry. */
function sandboxVars({ endpoints }: SandboxRegistry): Record<string, string> {
  return {
    SANDBOX_WHOIS: endpoints.whois,
    SANDBOX_RDAP: endpoints.rdap,
    SANDBOX_DAS: endpoints.das,
    DEMONSTRATION: "true",
  };
}

/** Returns the billing Worker's settings for the registrar of a sandbox registry. */
export function registrarVars({ registrarAccount: { url, user, token } }: SandboxRegistry): Required<RegistrarEnv> {
  return {
    REGISTRAR: "namecom",
    ...{ REGISTRAR_URL: url, REGISTRAR_USER: user, REGISTRAR_TOKEN: token },
    DEMONSTRATION: "true",
  };
}

/** Returns the bindings and classes of a test Worker's Durable Objects. */
export function withObjects(objects: Record<string, string>): Pick<TestWorker, "durable_objects" | "migrations"> {
  return {
    durable_objects: { bindings: Object.entries(objects).map(([name, class_name]) => ({ name, class_name })) },
    migrations: [{ tag: "v1", new_sqlite_classes: Object.values(objects) }],
  };
}
