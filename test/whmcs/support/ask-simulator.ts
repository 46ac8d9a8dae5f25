import type { WhmcsSimulator } from "../../../dev/whmcs/whmcs-simulator.ts";

/** One call of a simulated installation's API, and its answer. @throws where the answer is no JSON, or none comes */
export async function askSimulator(
  { admission, url }: WhmcsSimulator,
  action: string,
  parameters: Record<string, string | number>,
  signal: AbortSignal | null = null,
): Promise<Record<string, unknown>> {
  const body = new URLSearchParams({ identifier: admission.identifier, secret: admission.secret, action });
  body.set("responsetype", "json");
  for (const [name, value] of Object.entries(parameters)) body.set(name, String(value));
  const response = await fetch(`${url}/includes/api.php`, { method: "POST", body, signal });
  return (await response.json()) as Record<string, unknown>;
}
