import type { ConnectionPort } from "../../../durable-objects/connection/connection-port.ts";
import type { ConnectionIndex } from "./connection-index.ts";
import { inBatches, logRejected } from "./in-batches.ts";

/** In one run, of which there is one a minute: 144,000 in a day. */
const MAX_ENDED = 100;

export interface FormerConnectionDependencies {
  index: Pick<ConnectionIndex, "former" | "ended">;
  connectionOf: (id: string) => Pick<ConnectionPort, "end">;
  now: () => number;
}

/** Ends connections of former billing systems that have sent no request since. Each sends its own mail; one that fails is tried again. */
export async function endFormerConnections(
  { index, connectionOf, now }: FormerConnectionDependencies,
  runId: string,
): Promise<void> {
  const ended = await inBatches(await index.former(MAX_ENDED), async (id) => {
    await connectionOf(id).end("access_lost", runId);
    // A row whose object has nothing would stay open.
    await index.ended(id, { at: new Date(now()).toISOString(), reason: "access_lost" });
  });
  logRejected("connection_unreachable", ended, runId);
}
