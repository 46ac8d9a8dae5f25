import type { PendingAuthorization, SessionState } from "../../../durable-objects/session/session-port.ts";

/** A question that waits in a session. Ids come from addresses: one may be the name of what every object has. */
export function queryOf({ pending }: SessionState, id: string, now: number): PendingAuthorization | null {
  const question = Object.hasOwn(pending, id) ? pending[id] : undefined;
  return question && question.expiresAt > now ? question : null;
}
