/** The outcome of a call, in the same form for HTTP and MCP. */
export interface ApiOutcome {
  ok: boolean;
  value: unknown;
}

/** Calls a tool or the operation behind it. */
export type Act = (tool: string, input?: Record<string, unknown>) => Promise<ApiOutcome>;

/** A placed order as the API returns it. */
export interface PlacedOrder {
  order_id: number;
  invoice: { id: number; total: number; status: string };
  action_required: { url: string };
}

/** Returns the value of a successful call. @throws {Error} with the problem if the call was refused */
export async function done<Body>(answer: Promise<ApiOutcome>): Promise<Body> {
  const { ok, value } = await answer;
  if (!ok) throw new Error(`refused: ${JSON.stringify(value)}`);
  return value as Body;
}

/** Returns the problem of a refused call. @throws {Error} with the value if the call succeeded */
export async function refused(answer: Promise<ApiOutcome>): Promise<{ code: string; [member: string]: unknown }> {
  const { ok, value } = await answer;
  if (ok) throw new Error(`done: ${JSON.stringify(value)}`);
  return value as { code: string };
}
