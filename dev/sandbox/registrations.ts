/** A status of a domain object (RFC 5731, RFC 3915), in EPP's own word. */
export type EppStatus =
  | "ok"
  | "clientTransferProhibited"
  | "serverTransferProhibited"
  | "redemptionPeriod"
  | "pendingDelete";

/** What the registry holds of one registered name. */
export interface Registration {
  /** The sponsoring registrar. */
  readonly registrar: string;
  /** `YYYY-MM-DD`; the registration runs from anniversary to anniversary of it. */
  readonly registeredOn: string;
  readonly statuses: readonly EppStatus[];
}

/** The registrar through which orders and the demonstration's own domains are registered. */
const OWN_REGISTRAR = "Sandbox Registrar Inc.";

/** Any other registrar. */
const OTHER_REGISTRAR = "Elsewhere Registrar Ltd.";

const LOCKED: EppStatus[] = ["clientTransferProhibited"];
const LOCKED_BY_REGISTRY: EppStatus[] = ["serverTransferProhibited"];
const REDEMPTION: EppStatus[] = ["redemptionPeriod", "pendingDelete"];

const ROWS: [name: string, registrar: string, registeredOn: string, statuses: EppStatus[]][] = [
  // Account 1001, Studio Ana Inc.
  ["studio-ana.ca", OWN_REGISTRAR, "2019-04-02", LOCKED],
  ["ana.dev", OWN_REGISTRAR, "2021-09-14", ["ok"]],
  ["studio-ana.com", OWN_REGISTRAR, "2019-04-02", LOCKED],
  ["studio-ana.org", OWN_REGISTRAR, "2020-06-30", LOCKED_BY_REGISTRY],
  ["ana-ceramics.ca", OWN_REGISTRAR, "2018-02-11", REDEMPTION],
  ["ana-archive.com", OTHER_REGISTRAR, "2016-11-05", LOCKED],
  // Account 1002, Ana Europe SARL
  ["studio-ana.fr", OWN_REGISTRAR, "2022-01-20", LOCKED],
  // Names everybody tries
  ["example.com", OTHER_REGISTRAR, "1995-08-14", LOCKED],
  ["example.net", OTHER_REGISTRAR, "1995-08-14", LOCKED],
  ["example.org", OTHER_REGISTRAR, "1995-08-31", LOCKED],
  ["example.ca", OTHER_REGISTRAR, "2000-11-08", LOCKED],
  ["example.fr", OTHER_REGISTRAR, "2004-05-11", LOCKED],
  ["example.eu", OTHER_REGISTRAR, "2006-04-07", LOCKED],
  ["example.de", OTHER_REGISTRAR, "1996-03-01", LOCKED],
  ["example.ch", OTHER_REGISTRAR, "1996-05-20", LOCKED],
  ["example.co.uk", OTHER_REGISTRAR, "1996-08-01", LOCKED],
];

/** What is registered when the sandbox starts. Every other name is free, unless its prefix says otherwise. */
export const REGISTRATIONS: ReadonlyMap<string, Registration> = new Map(
  ROWS.map(([name, registrar, registeredOn, statuses]) => [name, { registrar, registeredOn, statuses }]),
);

/** What an order registers: `at` is when. */
export function newRegistration(at: Date): Registration {
  return { registrar: OWN_REGISTRAR, registeredOn: at.toISOString().slice(0, 10), statuses: LOCKED };
}

/** The registration behind a `taken-` or `redemption-` name. */
export function invented(redemption: boolean): Registration {
  return { registrar: OTHER_REGISTRAR, registeredOn: "2015-03-17", statuses: redemption ? REDEMPTION : LOCKED };
}

/** A registration as it is printed: with its name, its dates worked out and its name servers. */
export interface DomainRecord extends Registration {
  /** A-label form. */
  readonly name: string;
  readonly inRedemption: boolean;
  readonly created: Date;
  /** The next anniversary, or the last one in the redemption period. */
  readonly expires: Date;
  readonly updated: Date;
  /** None in the redemption period, when a name is out of the zone. */
  readonly nameServers: readonly string[];
}

/** `registration` of `name` as it stands at `at`. */
export function recordOf(name: string, registration: Registration, at: Date): DomainRecord {
  const created = new Date(`${registration.registeredOn}T14:05:09Z`);
  const inRedemption = registration.statuses.includes("redemptionPeriod");
  const last = new Date(created);
  last.setUTCFullYear(at.getUTCFullYear());
  if (last > at) last.setUTCFullYear(at.getUTCFullYear() - 1);
  const next = new Date(last);
  next.setUTCFullYear(last.getUTCFullYear() + 1);
  return {
    ...registration,
    name,
    inRedemption,
    created,
    expires: inRedemption ? last : next,
    updated: last < created ? created : last,
    nameServers: inRedemption ? [] : ["ns1.dns.example", "ns2.dns.example"],
  };
}
