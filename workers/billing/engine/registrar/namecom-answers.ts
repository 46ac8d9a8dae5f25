import { extensionOf } from "../../../../shared/domain-names/parse-domain.ts";
import { LOCK } from "../../../../shared/domain-names/registry-rules.ts";
import { membersOf } from "./namecom-api.ts";
import type { NameState, RegisteredDomain } from "./registrar.ts";

const REGISTRAR_NAME = "Name.com, Inc.";

interface SearchResult {
  domainName: string;
  purchasable: boolean;
  premium: boolean;
  purchaseType: string;
}

/**
 * Returns the state of a domain name from a response; `undefined` if the response does not contain it. The
 * registrar does not say why a name cannot be bought, so the state is then `taken`.
 */
export function readNameState(body: unknown, name: string): NameState | undefined {
  const { results } = membersOf<{ results: unknown }>(body);
  const found = Array.isArray(results) ? results.map(membersOf<SearchResult>) : [];
  const { purchasable, premium, purchaseType } = found.find(({ domainName }) => domainName === name) ?? {};
  if (purchasable === false) return "taken";
  if (purchasable !== true) return undefined;
  return premium === true || (purchaseType ?? "registration") !== "registration" ? "premium" : "available";
}

interface DomainResponse {
  domainName: string;
  createDate: string;
  expireDate: string;
  nameservers: string[];
  locked: boolean;
  /** The time before which the registrar allows neither an unlock nor a transfer. Core API 1.29 added this field. */
  transferLockExpiresAt: string;
}

/** Returns the domain from a response; `undefined` if the response is not about `name` or lacks a field. */
export function readDomain(body: unknown, name: string): RegisteredDomain | undefined {
  const domain = membersOf<DomainResponse>(body);
  const { nameservers, locked } = domain;
  const [registeredOn, expiresOn] = [dayOf(domain.createDate), dayOf(domain.expireDate)];
  if (domain.domainName !== name || registeredOn === undefined || expiresOn === undefined) return undefined;
  if (!Array.isArray(nameservers) || !nameservers.every((host) => typeof host === "string")) return undefined;
  if (typeof locked !== "boolean") return undefined;
  return {
    ...{ name, registrar: REGISTRAR_NAME, registeredOn, expiresOn },
    nameservers: nameservers.map((host) => host.toLowerCase()),
    locked,
    lockSupported: LOCK.of(extensionOf(name)),
    transferProhibited: dayOf(domain.transferLockExpiresAt) !== undefined,
  };
}

/** Returns the transfer's status from a response; `undefined` if the response is not about `name` or lacks a status. */
export function readTransferStatus(body: unknown, name: string): string | undefined {
  const { domainName, status } = membersOf<{ domainName: string; status: string }>(body);
  return domainName === name && typeof status === "string" ? status : undefined;
}

/** Returns the UTC day of an RFC 3339 timestamp. */
function dayOf(instant: unknown): string | undefined {
  const at = typeof instant === "string" ? Date.parse(instant) : Number.NaN;
  return Number.isNaN(at) ? undefined : new Date(at).toISOString().slice(0, 10);
}
