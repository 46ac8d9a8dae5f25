import { nextId, type WhmcsDomain } from "../../../dev/whmcs/state.ts";
import type { WhmcsSimulator } from "../../../dev/whmcs/whmcs-simulator.ts";

const DATES = { registeredOn: "2024-01-10", expiresOn: "2027-06-20" };

/**
 * Gives an account a domain that has been registered since 2024.
 * @param more fields of the row; `registrar` is the registrar's module, by default the first one
 * @param authCode the registrar's code, if it differs from the simulator's
 */
export function registerDomain(
  { state, installation }: WhmcsSimulator,
  clientId: number,
  name: string,
  more: Partial<WhmcsDomain> = {},
  authCode?: string,
): WhmcsDomain {
  const row: WhmcsDomain = {
    ...{ id: nextId(state.domains), clientId, name, status: "Active", years: 1, doesNotRenew: false },
    ...{ ...DATES, nextDueOn: DATES.expiresOn, amount: 1899 },
    ...more,
  };
  state.domains.push(row);
  installation.registrar.hold(name, { ...DATES, ...(authCode !== undefined && { authCode }) });
  return row;
}
