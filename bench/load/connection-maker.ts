import type { ConnectionPort, Credential } from "../../durable-objects/connection/connection-port.ts";
import type { CallRecord } from "../../shared/api/pipeline/gate.ts";
import type { NewConnection } from "../connections.ts";

/** Connections to open, or calls to put into the log of one that is open. */
export type MakeRequest =
  | { open: Pick<NewConnection, "agreement" | "tokenHash">[] }
  | { id: string; credential: Credential; calls: number };

interface Bindings {
  CONNECTION: { getByName(name: string): ConnectionPort };
}

/**
 * Opens connections, and makes logs long, through the objects' own methods and inside the runtime: a stub that another process holds
 * would keep its object in memory.
 */
export default {
  async fetch(request, { CONNECTION }) {
    const make: MakeRequest = await request.json();
    if ("open" in make) {
      await Promise.all(
        make.open.map(({ agreement, tokenHash }) => CONNECTION.getByName(agreement.id).openToken(agreement, tokenHash)),
      );
    } else {
      const admitted = await CONNECTION.getByName(make.id).admit(make.credential, 0);
      if (admitted.outcome !== "admitted") return new Response(admitted.outcome, { status: 400 });
      for (let call = 0; call < make.calls; call++) await admitted.log.record(CALL, "account:read");
      admitted.log[Symbol.dispose]?.();
    }
    return new Response("ok");
  },
} satisfies ExportedHandler<Bindings>;

const CALL: CallRecord = {
  ...{ operation: "listDomains", target: null, outcome: "succeeded", status: 200, code: null, via: "http" },
  requestId: "00000000-0000-4000-8000-000000000000",
};
