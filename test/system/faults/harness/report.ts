import type { Reported } from "./faults.ts";

/**
 * Reports an event from a Worker to the harness.
 * @param harness the URL of the harness
 * @returns the fault to cause, or `null`
 */
export async function reportTo(harness: string, reported: Reported): Promise<string | null> {
  const response = await fetch(harness, { method: "POST", body: JSON.stringify(reported) });
  return ((await response.json()) as { fault: string | null }).fault;
}
