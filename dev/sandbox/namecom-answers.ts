import { supportsLock } from "./extension-rules.ts";
import { prefixOf } from "./names.ts";
import type { DomainRecord } from "./registrations.ts";

/** A response of name.com's Core API. */
export interface NamecomAnswer {
  status: number;
  body: object;
}

const DAY_MS = 86_400_000;
/** Prices in US cents, for a year or for a transfer. `premium` is for a year of a domain with a special price. */
const PRICES = { register: 12_99, renew: 14_99, transfer: 11_99, premium: 500_00 };
/**
 * The key of the additional registrant field that an extension requires. It is not confirmed that name.com uses these
 * keys.
 */
const REQUIRED: Record<string, string> = { ".ca": "X-CA-LEGALTYPE", ".se": "X-SE-REGISTRANT-IDNUMBER" };

/** Returns the registrar's key for an extension's additional requirement. */
export function requiredOf(tld: string): string | undefined {
  return REQUIRED[tld];
}

export const NOT_FOUND = "The requested domain does not exist.";

export function done(body: object): NamecomAnswer {
  return { status: 200, body };
}

export function refused(status: number, details: string): NamecomAnswer {
  return { status, body: { message: MESSAGES[status] ?? "Bad Request", details } };
}

const MESSAGES: Record<number, string> = {
  402: "Payment failed",
  403: "Permission denied",
  404: "Not Found",
  406: "No authcode found",
  409: "Conflict",
  422: "Unprocessable Entity",
};

export function isPremium(name: string): boolean {
  return prefixOf(name) === "gold";
}

/** Returns a price in US dollars. */
export function priceOf(name: string, what: keyof typeof PRICES, years = 1): number {
  return (PRICES[isPremium(name) ? "premium" : what] * years) / 100;
}

const FEWEST = 2;
const MOST = 13;
const HOST = /^(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/**
 * Returns why these hosts cannot be the nameservers of `name`; `null` if they can. The sandbox stores no addresses of
 * hosts (glue).
 */
export function refusedNameServers(name: string, nameServers: readonly string[]): string | null {
  if (nameServers.length < FEWEST || nameServers.length > MOST) return `A name has ${FEWEST} to ${MOST} name servers.`;
  if (new Set(nameServers).size !== nameServers.length) return "A name server is given twice.";
  if (!nameServers.every((host) => HOST.test(host))) return "A name server is a host name in lower case.";
  const under = nameServers.some((host) => host === name || host.endsWith(`.${name}`));
  return under ? "A name server under the name itself would need an address." : null;
}

/**
 * Returns a domain as the API shows it. Core API 1.7.0 does not have `transferLockExpiresAt`, which version 1.29 added.
 */
export function payloadOf({ name, held, created, expires, transferProhibited }: DomainRecord): object {
  return {
    domainName: name,
    createDate: created.toISOString(),
    expireDate: expires.toISOString(),
    autorenewEnabled: held.autorenews,
    locked: held.locked,
    privacyEnabled: false,
    contacts: held.contacts,
    nameservers: [...held.nameServers],
    renewalPrice: priceOf(name, "renew"),
    ...(transferProhibited && { transferLockExpiresAt: new Date(expires.getTime() + 60 * DAY_MS).toISOString() }),
  };
}

/** Returns the one-year prices of extensions. */
export function priceList(tlds: readonly string[]): NamecomAnswer {
  const pricing = tlds.map((tld) => {
    const name = `a.${tld}`;
    const [registrationPrice, renewalPrice] = [priceOf(name, "register"), priceOf(name, "renew")];
    return {
      ...{ tld, duration: 1, registrationPrice, registrationOriginalPrice: registrationPrice, renewalPrice },
      ...{ domainRestorationPrice: 80, transferInPrice: priceOf(name, "transfer") },
    };
  });
  const total = pricing.length;
  return done({ pricing, lastPage: 1, nextPage: null, totalCount: total, from: Math.min(1, total), to: total });
}

/**
 * Returns the requirements of an extension for a registrant.
 * @param tld extension without its leading dot
 */
export function requirementsOf(tld: string): NamecomAnswer {
  const required = requiredOf(`.${tld}`);
  const field = (type: string) => ({ type, required: true, description: "" });
  const fields = { firstName: field("string"), ...(required && { [required]: field("enum") }) };
  const yes = { supportsDnssec: true, supportsPremium: true, supportsPrivacy: true };
  const tldInfo = {
    ...{ tld, ccTld: tld.length === 2, supportsTransferLock: supportsLock(`a.${tld}`), ...yes },
    ...{ requiresPreDelegation: false, expirationGracePeriod: 30, idnLanguages: {}, hsts: false },
    ...{ allowedRegistrationYears: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10], minDomainLength: 1, minIdnDomainLength: null },
  };
  return done({ tldInfo, requirements: { description: `Requirements of .${tld}`, fields } });
}
