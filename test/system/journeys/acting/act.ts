/** What an answer was, whichever way it came. */
export interface ApiOutcome {
  ok: boolean;
  value: unknown;
}

/** Calls a tool, or the operation behind it. */
export type Act = (tool: string, input?: Record<string, unknown>) => Promise<ApiOutcome>;

/** An order that was placed, as its answer has it. */
export interface PlacedOrder {
  order_id: number;
  invoice: { id: number; total: number; status: string };
  action_required: { url: string };
}

/** What was done. @throws with the answer where it was refused */
export async function done<Body>(answer: Promise<ApiOutcome>): Promise<Body> {
  const { ok, value } = await answer;
  if (!ok) throw new Error(`refused: ${JSON.stringify(value)}`);
  return value as Body;
}

/** Why it was refused. @throws with the answer where it was done */
export async function refused(answer: Promise<ApiOutcome>): Promise<{ code: string; [member: string]: unknown }> {
  const { ok, value } = await answer;
  if (ok) throw new Error(`done: ${JSON.stringify(value)}`);
  return value as { code: string };
}
