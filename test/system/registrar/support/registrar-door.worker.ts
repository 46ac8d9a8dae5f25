import { WorkerEntrypoint } from "cloudflare:workers";
import { namecomRegistrar } from "../../../../workers/billing/engine/registrar/namecom.ts";
import { type RegistrarEnv, registrarOf } from "../../../../workers/billing/engine/registrar/registrar-connection.ts";

type Methods = Record<string, (...args: unknown[]) => Promise<unknown>>;

/**
 * Passes each posted call `[method, ...arguments]` to the registrar of the billing Worker. `?deadline=` sets the
 * deadline of the adapter in milliseconds.
 */
export default class RegistrarDoor extends WorkerEntrypoint<Required<RegistrarEnv>> {
  override async fetch(request: Request) {
    const deadline = new URL(request.url).searchParams.get("deadline");
    const { REGISTRAR_URL: url, REGISTRAR_USER: user, REGISTRAR_TOKEN: token } = this.env;
    const registrar = deadline
      ? namecomRegistrar({ url, user, token, deadlineMs: Number(deadline) })
      : registrarOf(this.env);
    if (registrar === null) return Response.json("no registrar");
    const [method, ...args] = (await request.json()) as [string, ...unknown[]];
    return Response.json(await (registrar as unknown as Methods)[method]?.(...args));
  }
}
