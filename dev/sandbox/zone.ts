import { accountsOn } from "../seed/customers/accounts.ts";
import { calendarAround } from "../seed/customers/calendar.ts";
import { type Prefix, prefixOf } from "./names.ts";
import {
  type DomainRecord,
  invented,
  OTHER_REGISTRAR,
  OWN_REGISTRAR,
  recordOf,
  registration,
  type SandboxRegistration,
} from "./registrations.ts";
import type { SandboxState } from "./sandbox-state.ts";

/** The state of a domain at the registry. */
export interface NameStanding {
  /**
   * The domain's prefix if it decides the reply; `null` otherwise, for example for a `free-` domain that was registered
   * later.
   */
  readonly prefix: Prefix | null;
  /** The record to return: the domain's own if it is registered, or another domain's for an `other-` domain. */
  readonly record: DomainRecord | null;
}

/** All registrations, under any extension. Domains are in lower-case A-label form. */
export class Zone {
  readonly #first: ReadonlyMap<string, SandboxRegistration>;
  readonly #state: SandboxState;

  constructor(state: SandboxState) {
    this.#state = state;
    this.#first = firstRegistrations(state.seededOn);
  }

  /** Returns the state of `name` in the registry's replies at `at`. */
  standing(name: string, at: Date): NameStanding {
    const prefix = prefixOf(name);
    switch (prefix) {
      case null:
      case "free":
      case "gold":
      case "lost":
      case "taken":
      case "kept":
      case "redemption": {
        const record = this.recordOf(name, at);
        return { prefix: record === null ? prefix : null, record };
      }
      case "other": {
        const another = `another-name${name.slice(name.indexOf("."))}`;
        return { prefix, record: recordOf(another, invented(another, false), at) };
      }
      default:
        return { prefix, record: null };
    }
  }

  /** Returns the registry's record of `name` at `at`, whatever the registry replies. */
  recordOf(name: string, at: Date): DomainRecord | null {
    const held = this.#state.holding(name, at);
    const found = (held === undefined ? this.#first.get(name) : held) ?? registrationByPrefix(name);
    return found === null ? null : recordOf(name, found, at);
  }
}

function registrationByPrefix(name: string): SandboxRegistration | null {
  const prefix = prefixOf(name);
  const isHeld = prefix === "taken" || prefix === "kept" || prefix === "redemption";
  return isHeld ? invented(name, prefix === "redemption") : null;
}

type KnownStanding = Partial<Pick<SandboxRegistration, "locked" | "transferProhibited" | "inRedemption">>;

const LOCKED = { locked: true };

const ROWS: [name: string, registrar: string, registeredOn: string, standing: KnownStanding][] = [
  // Account 1001, Studio Ana Inc.
  ["studio-ana.ca", OWN_REGISTRAR, "2019-04-02", LOCKED],
  ["ana.dev", OWN_REGISTRAR, "2021-09-14", { locked: false }],
  ["studio-ana.com", OWN_REGISTRAR, "2019-04-02", LOCKED],
  ["studio-ana.org", OWN_REGISTRAR, "2020-06-30", { locked: false, transferProhibited: true }],
  ["studio-ana.quebec", OWN_REGISTRAR, "2021-03-31", { locked: true, transferProhibited: true }],
  ["ana-ceramics.ca", OWN_REGISTRAR, "2018-02-11", { inRedemption: true }],
  ["ana-archive.com", OTHER_REGISTRAR, "2016-11-05", LOCKED],
  // Account 1002, Ana Europe SARL
  ["studio-ana.fr", OWN_REGISTRAR, "2022-01-20", LOCKED],
  // Domains that everybody tries
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

/**
 * Returns the registrations at the start of the sandbox. Every other domain is free, unless its prefix decides
 * otherwise. The domains of the demonstration's accounts have the dates of accounts that were seeded on `seededOn`.
 */
function firstRegistrations(seededOn: Date): Map<string, SandboxRegistration> {
  const found = new Map(registeredInSeed(seededOn));
  for (const [name, registrar, registeredOn, standing] of ROWS) {
    found.set(name, registration(name, { registrar, registeredOn, ...found.get(name), ...standing }));
  }
  return found;
}

function registeredInSeed(seededOn: Date): [string, SandboxRegistration][] {
  const domains = accountsOn(calendarAround(seededOn)).flatMap(({ domains }) => domains);
  return domains.flatMap(({ name, status, registeredOn, expiresOn }): [string, SandboxRegistration][] => {
    if (status === "transferred_away" || status === "pending_transfer") {
      const since = registeredOn ?? "2017-05-09";
      return [[name, registration(name, { registrar: OTHER_REGISTRAR, registeredOn: since, locked: false })]];
    }
    const held = status === "active" || status === "grace" || status === "redemption";
    if (!held || registeredOn === undefined || expiresOn === undefined) return [];
    return [[name, registration(name, { registrar: OWN_REGISTRAR, registeredOn, expiresOn })]];
  });
}
