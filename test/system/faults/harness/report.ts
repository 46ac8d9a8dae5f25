import type { Reported } from "./faults.ts";

/** Tells the harness of something, from a Worker. @param harness where it listens @returns the fault that befalls it; null where none does */
export async function reportTo(harness: string, reported: Reported): Promise<string | null> {
  const response = await fetch(harness, { method: "POST", body: JSON.stringify(reported) });
  return ((await response.json()) as { fault: string | null }).fault;
}
