import * as z from "zod";
import { addYears } from "../../shared/platform/calendar.ts";
import { freeAfter, redemptionAfter, supportsLock } from "./extension-rules.ts";

/** A status of a domain object (RFC 5731, RFC 3915), in EPP's spelling. */
export type EppStatus =
  | "ok"
  | "clientTransferProhibited"
  | "serverTransferProhibited"
  | "redemptionPeriod"
  | "pendingDelete";

/** The registry's data of one registered name. */
export const REGISTRATION = z.strictObject({
  /** The sponsoring registrar. */
  registrar: z.string(),
  registeredOn: z.iso.date(),
  /** The day of the last transfer, null without one. */
  transferredOn: z.iso.date().nullable(),
  /** Null: renewed automatically from anniversary to anniversary of `registeredOn`. */
  expiresOn: z.iso.date().nullable(),
  nameServers: z.array(z.string()).readonly(),
  /** The contacts by role, from the registrar. */
  contacts: z.record(z.string(), z.unknown()),
  /** Whether the registrar renews it automatically. */
  autorenews: z.boolean(),
  /** Locked by the registrar. */
  locked: z.boolean(),
  /** Prohibited by the registry, no matter the registrar's lock. */
  transferProhibited: z.boolean(),
  /** In redemption on any day. Other names get there by their expiry. */
  inRedemption: z.boolean(),
});
export type SandboxRegistration = Readonly<z.infer<typeof REGISTRATION>>;

/** The registrar through which orders and the demonstration's own domains are registered. */
export const OWN_REGISTRAR = "Name.com, Inc.";

/** Any other registrar. */
export const OTHER_REGISTRAR = "Elsewhere Registrar Ltd.";

const DEFAULT_NAME_SERVERS: readonly string[] = ["ns1.dns.example", "ns2.dns.example"];

/** A registration of `name` with default values that `known` overrides. */
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

/** The registration behind a `taken-` or `redemption-` name: another registrar's, and transferable. */
export function invented(name: string, inRedemption: boolean): SandboxRegistration {
  return registration(name, {
    registrar: OTHER_REGISTRAR,
    registeredOn: "2015-03-17",
    locked: false,
    inRedemption,
  });
}

/** The calendar day in UTC, as YYYY-MM-DD. */
export function day(at: Date): string {
  return at.toISOString().slice(0, 10);
}

const DAY_MS = 86_400_000;

/** A registration for an answer: with its name, its computed dates and its state. */
export interface DomainRecord extends SandboxRegistration {
  /** A-label form. */
  readonly name: string;
  /** The data behind the answer. */
  readonly held: SandboxRegistration;
  readonly statuses: readonly EppStatus[];
  readonly created: Date;
  /** The next anniversary if no expiry is known, or the last one in the redemption period. */
  readonly expires: Date;
  readonly updated: Date;
}

/** `held` of `name` in its state at `at`; null when it has ended. A name in redemption is out of the zone. */
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

/** Adds the time of day of every printed date. */
function printed(on: string): Date {
  return new Date(`${on}T14:05:09Z`);
}
