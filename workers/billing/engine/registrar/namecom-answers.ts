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
 * Returns the state of `name` in an answer; undefined for an answer about other names. The registrar does not explain
 * why a name cannot be bought, so it counts as taken.
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
  /** Present since Core API 1.29. Before that instant, the registrar allows neither an unlock nor a transfer. */
  transferLockExpiresAt: string;
}

/** Returns the domain in an answer about `name`; undefined for any other answer. */
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

/** Returns the transfer's status in an answer about `name`; undefined for any other answer. */
export function readTransferStatus(body: unknown, name: string): string | undefined {
  const { domainName, status } = membersOf<{ domainName: string; status: string }>(body);
  return domainName === name && typeof status === "string" ? status : undefined;
}

/** Returns the day in UTC of an RFC 3339 instant. */
function dayOf(instant: unknown): string | undefined {
  const at = typeof instant === "string" ? Date.parse(instant) : Number.NaN;
  return Number.isNaN(at) ? undefined : new Date(at).toISOString().slice(0, 10);
}
