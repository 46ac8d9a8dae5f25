import { WorkerEntrypoint } from "cloudflare:workers";
import {
  type RegistrarEnv,
  registrarOf,
  sandboxRegistrar,
} from "../../../../workers/billing/engine/registrar/sandbox-registrar.ts";

type Methods = Record<string, (...args: unknown[]) => Promise<unknown>>;

/**
 * Asks the billing Worker's registrar whatever a test posts: `[method, ...arguments]`. With `?deadline=` the adapter waits
 * so many milliseconds; with `?endpoint=` too it asks another server.
 */
export default class RegistrarDoor extends WorkerEntrypoint<RegistrarEnv> {
  override async fetch(request: Request) {
    const { searchParams } = new URL(request.url);
    const deadline = searchParams.get("deadline");
    const endpoint = searchParams.get("endpoint") ?? this.env.SANDBOX_REGISTRAR;
    const registrar = deadline
      ? sandboxRegistrar(endpoint, this.env.SANDBOX_REGISTRAR_TOKEN, Number(deadline))
      : registrarOf(this.env);
    if (registrar === null) return Response.json("no registrar");
    const [method, ...args] = (await request.json()) as [string, ...unknown[]];
    return Response.json(await (registrar as unknown as Methods)[method]?.(...args));
  }
}
