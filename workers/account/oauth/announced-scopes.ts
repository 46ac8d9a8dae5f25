import { BASE_SCOPE, inOrder, type Scope } from "../../../shared/account-access/scopes.ts";
import { offeredScopes } from "../acting-operations.ts";

/** What the authorization server's metadata says of scopes (RFC 8414 §2, `scopes_supported`). */
export interface AnnouncedScopes {
  /** Those that a customer can give; undefined, which is allowed, while it is not known whether changes are taken at all. */
  scopes: Scope[] | undefined;
  /** False: something that they depend on was not read in time, and the document may not be kept. */
  isWhole: boolean;
}

/**
 * @param acts whether the billing system takes changes; null while it does not say
 * @param hasZones whether a server with zones is connected; null while that is not known
 */
export function announcedScopes(acts: boolean | null, hasZones: boolean | null): AnnouncedScopes {
  if (acts === null) return { scopes: undefined, isWhole: false };
  const scopes = inOrder([BASE_SCOPE, ...offeredScopes({ acts, hasZones })]);
  return { scopes, isWhole: !acts || hasZones !== null };
}
