import * as z from "zod";
import { addYears } from "../../shared/platform/calendar.ts";
import { freeAfter, redemptionAfter, supportsLock } from "./extension-rules.ts";

/** A status of a domain object (RFC 5731, RFC 3915), with its EPP name. */
export type EppStatus =
  | "ok"
  | "clientTransferProhibited"
  | "serverTransferProhibited"
  | "redemptionPeriod"
  | "pendingDelete";

/** The registry's data about one registered domain. */
export const REGISTRATION = z.strictObject({
  registrar: z.string(),
  registeredOn: z.iso.date(),
  /** The date of the last transfer; `null` if there was none. */
  transferredOn: z.iso.date().nullable(),
  /** The expiry date. `null` means that the domain is renewed automatically on each anniversary of `registeredOn`. */
  expiresOn: z.iso.date().nullable(),
  nameServers: z.array(z.string()).readonly(),
  /** The contacts by role, as the registrar sent them. */
  contacts: z.record(z.string(), z.unknown()),
  /** Whether the registrar renews the domain automatically. */
  autorenews: z.boolean(),
  /** Whether the registrar has locked the domain. */
  locked: z.boolean(),
  /** Whether the registry prohibits transfers, even if the registrar has not locked the domain. */
  transferProhibited: z.boolean(),
  /** Whether the domain is always in redemption. Other domains enter redemption after their expiry. */
  inRedemption: z.boolean(),
});
export type SandboxRegistration = Readonly<z.infer<typeof REGISTRATION>>;

/** The registrar for orders and for the demonstration's own domains. */
export const OWN_REGISTRAR = "Name.com, Inc.";

/** The name of any other registrar. */
export const OTHER_REGISTRAR = "Elsewhere Registrar Ltd.";

const DEFAULT_NAME_SERVERS: readonly string[] = ["ns1.dns.example", "ns2.dns.example"];

/** Returns a registration of `name` with default values, which `known` overrides. */
export function registration(
  name: string,
  known: Pick<SandboxRegistration, "registrar" | "registeredOn"> & Partial<SandboxRegistration>,
): SandboxRegistration {
  return {
    transferredOn: null,
    expiresOn: null,
    nameServers: DEFAULT_NAME_SERVERS,
    contacts: {},
    autorenews: false,
    locked: supportsLock(name),
    transferProhibited: false,
    inRedemption: false,
    ...known,
  };
}

/**
 * Returns the registration of a domain that is held only because of its prefix, such as `taken-` or `redemption-`. That
 * domain is at another registrar and is not locked.
 */
export function invented(name: string, inRedemption: boolean): SandboxRegistration {
  return registration(name, {
    registrar: OTHER_REGISTRAR,
    registeredOn: "2015-03-17",
    locked: false,
    inRedemption,
  });
}

/** Returns the calendar day in UTC, as YYYY-MM-DD. */
export function day(at: Date): string {
  return at.toISOString().slice(0, 10);
}

const DAY_MS = 86_400_000;

/** A registration as a reply shows it, with its domain, its computed dates and its state. */
export interface DomainRecord extends SandboxRegistration {
  /** The domain in A-label form. */
  readonly name: string;
  /** The stored data of the registration. */
  readonly held: SandboxRegistration;
  readonly statuses: readonly EppStatus[];
  readonly created: Date;
  /** The expiry. If no date is stored, this is the next anniversary or, in the redemption period, the last one. */
  readonly expires: Date;
  readonly updated: Date;
}

/**
 * Returns the record of a registration at a given time; `null` if the registration has ended. A domain in redemption
 * has no nameservers.
 */
export function recordOf(name: string, held: SandboxRegistration, at: Date): DomainRecord | null {
  const created = printed(held.registeredOn);
  const last = anniversaryBefore(held.registeredOn, at);
  const next = printed(addYears(day(last), 1));
  const expires = held.expiresOn === null ? (held.inRedemption ? last : next) : printed(held.expiresOn);
  const over = (at.getTime() - Date.parse(day(expires))) / DAY_MS;
  if (!held.inRedemption && over >= freeAfter(name)) return null;
  const inRedemption = held.inRedemption || over >= redemptionAfter(name) + 1;
  const changed = held.transferredOn === null ? last : printed(held.transferredOn);
  return {
    ...held,
    name,
    held,
    inRedemption,
    statuses: statusesOf(held, inRedemption),
    created,
    expires,
    updated: changed < created ? created : changed,
    nameServers: inRedemption ? [] : held.nameServers,
  };
}

function statusesOf({ locked, transferProhibited }: SandboxRegistration, inRedemption: boolean): EppStatus[] {
  if (inRedemption) return ["redemptionPeriod", "pendingDelete"];
  const statuses: EppStatus[] = [];
  if (locked) statuses.push("clientTransferProhibited");
  if (transferProhibited) statuses.push("serverTransferProhibited");
  return statuses.length === 0 ? ["ok"] : statuses;
}

function anniversaryBefore(registeredOn: string, at: Date): Date {
  const years = at.getUTCFullYear() - Number(registeredOn.slice(0, 4));
  const last = printed(addYears(registeredOn, years));
  return last > at ? printed(addYears(registeredOn, years - 1)) : last;
}

/** Returns the time for a date in a reply. All dates have the same time of day. */
function printed(on: string): Date {
  return new Date(`${on}T14:05:09Z`);
}
