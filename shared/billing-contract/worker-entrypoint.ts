import { WorkerEntrypoint } from "cloudflare:workers";
import { type BillingSystemSetting, refuseOtherSystem } from "./billing-system-setting.ts";

type EntrypointMethod = (...args: unknown[]) => unknown;

interface Called {
  engine: Record<string, EntrypointMethod>;
  env: Partial<BillingSystemSetting>;
  ctx: { props?: Partial<BillingSystemSetting> };
}

/**
 * Creates a Worker entrypoint that forwards methods to an engine. The methods are on the prototype, because RPC cannot
 * reach properties of an instance. The entrypoint refuses a caller that was deployed for another billing system.
 * @param before runs before each call; if it throws, the call fails
 */
export function forwarding<Env, Contract, Engine extends Contract>(
  methods: (keyof Contract & string)[],
  open: (env: Env, waitUntil: (work: Promise<unknown>) => void) => Engine,
  before?: () => Promise<void>,
) {
  abstract class Forwarding extends WorkerEntrypoint<Env> {
    protected readonly engine = open(this.env, (work) => this.ctx.waitUntil(work));
  }
  for (const method of methods) {
    Object.defineProperty(Forwarding.prototype, method, {
      async value(this: Called, ...args: unknown[]) {
        refuseOtherSystem(this.env, this.ctx.props);
        await before?.();
        return this.engine[method]?.(...args);
      },
    });
  }
  return Forwarding as unknown as new (
    ...args: ConstructorParameters<typeof WorkerEntrypoint<Env>>
  ) => WorkerEntrypoint<Env> & Contract & { readonly engine: Engine };
}
