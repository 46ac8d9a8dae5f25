import { brokenNameRule } from "../../shared/domain-names/name-rules.ts";
import { parseDomainName } from "../../shared/domain-names/parse-domain.ts";
import {
  REGISTRATION_YEARS,
  TRANSFER_TERM,
  takesNewNames,
  yearsInWords,
} from "../../shared/domain-names/registration-terms.ts";
import {
  AUTH_CODE,
  GRACE_DAYS,
  LOCK,
  REDEMPTION_DAYS,
  renewalYears,
  yearsAhead,
} from "../../shared/domain-names/registry-rules.ts";
import { addYears } from "../../shared/platform/calendar.ts";
import { SOURCES } from "../../workers/catalogue/availability/sources/bundled-sources.ts";
import { longestKnownExtension } from "./read-query.ts";

const tldOf = (name: string) => name.slice(name.indexOf("."));

/** Returns whether the registry of `name` lets a registrar lock the domain against transfers. */
export function supportsLock(name: string): boolean {
  return LOCK.of(tldOf(name));
}

/** Returns whether a transfer of `name` needs its auth code. */
export function needsAuthCode(name: string): boolean {
  return AUTH_CODE.of(tldOf(name));
}

/**
 * Returns whether `name` is valid, and is one label directly under an extension of the source table that accepts
 * registrations.
 */
export function canBeRegistered(name: string): boolean {
  const tld = tldOf(name);
  if (tld !== `.${longestKnownExtension(name, SOURCES)}` || !takesNewNames(tld)) return false;
  const parsed = parseDomainName(name);
  return !("refused" in parsed) && brokenNameRule(parsed.unicode, tld) === null;
}

/** Returns why `name` cannot be registered for this number of years; `null` if it can. */
export function refusedTerm(name: string, years: number): string | null {
  return refusedYears(REGISTRATION_YEARS.of(tldOf(name)), years);
}

/**
 * Returns why a registration until `expiresOn` cannot be renewed for this number of years on `today`; `null` if it can.
 */
export function refusedRenewal(name: string, years: number, expiresOn: string, today: string): string | null {
  const refused = refusedYears(renewalYears(tldOf(name)), years);
  const ahead = yearsAhead(tldOf(name));
  if (refused !== null) return refused;
  return addYears(expiresOn, years) > addYears(today, ahead)
    ? `A registration ends at most ${ahead} years from today.`
    : null;
}

function refusedYears(sold: readonly number[], years: number): string | null {
  return sold.includes(years) ? null : `The years of a term must be ${yearsInWords(sold).en}.`;
}

/**
 * Returns the expiry date of `name` after a transfer on `transferredOn`. `expiresOn` is the date before the transfer.
 */
export function expiryAfterTransfer(name: string, expiresOn: string, transferredOn: string): string {
  switch (TRANSFER_TERM.of(tldOf(name))) {
    case "none":
    case "unknown":
      return expiresOn;
    case "from_transfer":
      return addYears(transferredOn, 1);
    case "one_year":
      return atMost(addYears(expiresOn, 1), addYears(transferredOn, yearsAhead(tldOf(name))));
    case "two_years":
      return atMost(addYears(expiresOn, 2), addYears(transferredOn, yearsAhead(tldOf(name))));
  }
}

/** Returns the earlier of two ISO dates, which compare as text. */
function atMost(day: string, latest: string): string {
  return day < latest ? day : latest;
}

/** Returns the number of days from a domain's expiry until its redemption period. */
export function redemptionAfter(name: string): number {
  return GRACE_DAYS.of(tldOf(name));
}

/** Returns the number of days from a domain's expiry until it is free again, including five for its deletion. */
export function freeAfter(name: string): number {
  return GRACE_DAYS.of(tldOf(name)) + REDEMPTION_DAYS.of(tldOf(name)) + PENDING_DELETE_DAYS;
}

const PENDING_DELETE_DAYS = 5;
