import type { WhmcsState } from "../state.ts";

/** Whether a service is an account's. */
export function hasService({ services }: WhmcsState, client: number | null, id: unknown): boolean {
  return services.some((row) => row.id === id && row.clientId === client);
}

/** Whether a domain is an account's. */
export function hasDomain({ domains }: WhmcsState, client: number | null, id: unknown): boolean {
  return domains.some((row) => row.id === id && row.clientId === client);
}
