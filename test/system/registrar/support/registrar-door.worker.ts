import { WorkerEntrypoint } from "cloudflare:workers";
import { namecomRegistrar } from "../../../../workers/billing/engine/registrar/namecom.ts";
import { type RegistrarEnv, registrarOf } from "../../../../workers/billing/engine/registrar/registrar-connection.ts";

type Methods = Record<string, (...args: unknown[]) => Promise<unknown>>;

/**
 * Asks the billing Worker's registrar whatever a test posts: `[method, ...arguments]`. With `?deadline=` the adapter waits
 * so many milliseconds; with `?endpoint=` too it asks another server.
 */
export default class RegistrarDoor extends WorkerEntrypoint<Required<RegistrarEnv>> {
  override async fetch(request: Request) {
    const { searchParams } = new URL(request.url);
    const deadline = searchParams.get("deadline");
    const endpoint = searchParams.get("endpoint");
    const { REGISTRAR_URL, REGISTRAR_USER: user, REGISTRAR_TOKEN: token } = this.env;
    const url = endpoint ? `http://${endpoint}` : REGISTRAR_URL;
    const registrar = deadline
      ? namecomRegistrar({ url, user, token, deadlineMs: Number(deadline) })
      : registrarOf(this.env);
    if (registrar === null) return Response.json("no registrar");
    const [method, ...args] = (await request.json()) as [string, ...unknown[]];
    return Response.json(await (registrar as unknown as Methods)[method]?.(...args));
  }
}
