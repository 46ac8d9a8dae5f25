import type { Reported } from "./faults.ts";

/** Reports an event from a Worker. @param harness its address @returns the fault to cause; null if there is none */
export async function reportTo(harness: string, reported: Reported): Promise<string | null> {
  const response = await fetch(harness, { method: "POST", body: JSON.stringify(reported) });
  return ((await response.json()) as { fault: string | null }).fault;
}
