import { describe, expect, test } from "vitest";
import { expiryAfterTransfer, refusedRenewal, refusedTerm } from "../../../dev/sandbox/extension-rules.ts";
import { extensions } from "../../../dev/seed/catalogue.ts";
import { Fact } from "../../../shared/domain-names/fact.ts";
import * as nameRules from "../../../shared/domain-names/name-rules.ts";
import * as registrationTerms from "../../../shared/domain-names/registration-terms.ts";
import * as registryRules from "../../../shared/domain-names/registry-rules.ts";
import { refusedYears } from "../../../shared/ordering/domain-orders.ts";
import { transferObstacles } from "../../../shared/ordering/transfers-out.ts";
import { addDays } from "../../../shared/platform/calendar.ts";
import { renewalOf, renewalTerm } from "../../../workers/billing/engine/pricing/domain-prices.ts";
import { casesOf } from "../../support/cases.ts";

const { REGISTRATION_YEARS, TRANSFER_TERM, TRANSFER_TERM_WORDS, takesNewNames, yearsInWords } = registrationTerms;
const { AUTH_CODE, GRACE_DAYS, LOCK, REDEMPTION_DAYS, WAIT_AFTER_REGISTRATION, WAIT_AFTER_TRANSFER } = registryRules;
const { renewalYears, yearsAhead } = registryRules;

/** All facts that exist for every extension. The renewal window exists only for some. */
const { RENEWAL_WINDOW_DAYS: _, ...registry } = registryRules;
const FACTS = Object.entries<unknown>({ ...nameRules, ...registrationTerms, ...registry }).filter(
  (entry): entry is [string, Fact<unknown>] => entry[1] instanceof Fact,
);
const PRICED = extensions.map(({ tld }) => tld);
const SOLD = PRICED.filter(takesNewNames);
const CASES = casesOf<{ names: [name: string, rule: string | null][]; twins: [name: string, isTwin: boolean][] }>(
  import.meta.url,
);
const TODAY = "2026-11-22";

describe("the extensions in the price list", () => {
  test.each(FACTS)("have a source for %s, or are marked as unsourced", (_name, fact) => {
    const sources = PRICED.map((tld) => [tld, fact.sourceOf(tld)]);
    expect(sources.filter(([, source]) => !/^(\?|[PR]( [A-Z][A-Za-z0-9]+)+)$/.test(source ?? ""))).toEqual([]);
  });

  test.each(PRICED)("have the cautious value if there is no source: %s", (tld) => {
    for (const [name, fact] of FACTS) {
      if (fact.sourceOf(tld) === "?") expect(fact.of(tld), name).toEqual(fact.otherwise);
    }
  });

  test("include one that takes no new registrations", () => {
    expect(PRICED.filter((tld) => !takesNewNames(tld))).toEqual([".qc.ca"]);
  });
});

describe.each(SOLD)("the extension %s", (tld) => {
  const sold = REGISTRATION_YEARS.of(tld);
  const name = `name${tld}`;

  test("has the same registration terms for orders and at the sandbox registrar", () => {
    for (let years = 0; years <= 11; years++) {
      const refused = refusedYears({ type: "register", domain: name, years });
      expect([years, refused.length === 0]).toEqual([years, sold.includes(years)]);
      expect([years, refusedTerm(name, years) === null]).toEqual([years, sold.includes(years)]);
    }
    expect(refusedYears({ type: "transfer", domain: name, years: 1 })).toEqual([]);
    expect(refusedYears({ type: "transfer", domain: name, years: 2 })).toHaveLength(1);
  });

  test("has a renewal term that its registry accepts, before the expiry only within the limit of years ahead", () => {
    const { years, price } = renewalOf(tld, { renew: 100 });
    expect(renewalYears(tld)).toContain(years);
    expect(price).toBe(100 * years);
    const renewed = renewalTerm({ name, renewalPrice: 100, renewalYears: 1 });
    expect(renewed).toEqual({ renewalPrice: price, renewalYears: years });
    expect(refusedRenewal(name, years, addDays(TODAY, 14), TODAY) === null).toBe(years < yearsAhead(tld));
  });

  test("delays a transfer away as long as its registry requires", () => {
    const rests = (registeredOn: string, transferredOn: string | null) => {
      const state = { locked: false, lockSupported: true, transferProhibited: false };
      return transferObstacles({ name, registeredOn, transferredOn, ...state }, "active", TODAY).length;
    };
    const afterRegistration = WAIT_AFTER_REGISTRATION.of(tld);
    const afterTransfer = WAIT_AFTER_TRANSFER.of(tld);
    expect(rests(addDays(TODAY, -afterRegistration), null)).toBe(0);
    if (afterRegistration > 0) expect(rests(addDays(TODAY, 1 - afterRegistration), null)).toBe(1);
    expect(rests("2020-01-01", addDays(TODAY, -afterTransfer))).toBe(0);
    if (afterTransfer > 0) expect(rests("2020-01-01", addDays(TODAY, 1 - afterTransfer))).toBe(1);
  });

  test("prices a transfer in the demonstration by the time that the transfer adds", () => {
    const lists = extensions
      .filter((extension) => extension.tld === tld)
      .flatMap(({ prices }) => Object.values(prices));
    expect(lists).toHaveLength(3);
    for (const { transfer, renew } of lists) {
      if (TRANSFER_TERM.of(tld) === "none") expect(transfer).toBe(0);
      else if (TRANSFER_TERM.of(tld) === "two_years") expect(transfer).toBe(2 * renew);
      else expect(transfer).toBeGreaterThan(0);
    }
  });
});

describe("facts about extensions that orders rely on", () => {
  test.each([
    ["none", ".ch .li .nl .es .lu .nz .co.nz .com.au .net.au .at .co.uk"],
    ["from_transfer", ".de .be .it .ie"],
    ["two_years", ".ai"],
    ["one_year", ".ca .com"],
    ["unknown", ".pt .sold-by-another"],
  ] as const)("a transfer adds %s: %s", (term, extensions) => {
    for (const tld of extensions.split(" ")) expect(TRANSFER_TERM.of(tld), tld).toBe(term);
    expect(TRANSFER_TERM_WORDS[term].en).toMatch(/transfer/);
  });

  test.each([
    ["x.nl", "2027-03-01"],
    ["x.de", "2027-11-22"],
    ["x.com", "2028-03-01"],
    ["x.ai", "2029-03-01"],
    ["x.pt", "2027-03-01"],
  ])("the expiry of %s on 2027-03-01 becomes %s after a transfer today", (name, expected) => {
    expect(expiryAfterTransfer(name, "2027-03-01", TODAY)).toBe(expected);
  });

  test.each([
    ["1", ".de .be .it .nl .at .lu .ie .ch .li"],
    ["from 1 to 5", ".co .es .com.au"],
    ["1, 3 or 5", ".pt"],
    ["2, 4, 6, 8 or 10", ".ai"],
    ["from 1 to 10", ".ca .sold-by-another"],
  ])("a registration is possible for %s years: %s", (words, extensions) => {
    for (const tld of extensions.split(" ")) expect(yearsInWords(REGISTRATION_YEARS.of(tld)).en, tld).toBe(words);
  });

  test.each<[string, number, number]>([
    [".eu", 0, 40],
    [".com.au", 0, 31],
    [".it", 15, 30],
    [".uk", 30, 60],
    [".com", 45, 30],
  ])("%s has %i days of grace and %i days of redemption", (tld, grace, redemption) => {
    expect([GRACE_DAYS.of(tld), REDEMPTION_DAYS.of(tld)]).toEqual([grace, redemption]);
  });

  test.each<[string, boolean, boolean]>([
    [".lu", false, true],
    [".be", true, true],
    [".it", true, false],
    [".com", true, true],
  ])("%s has an auth code: %s, and a lock: %s", (tld, code, lock) => {
    expect([AUTH_CODE.of(tld), LOCK.of(tld)]).toEqual([code, lock]);
  });

  test.each(CASES.names)("the name rule for %s is checked: %s", (name, rule) => {
    const broken = nameRules.brokenNameRule(name, name.slice(name.indexOf(".")));
    if (rule === null) expect(broken).toBeNull();
    else expect(broken?.en).toContain(rule);
  });

  test.each(CASES.twins)("%s looks like a name in Latin letters: %s", (name, isTwin) => {
    expect(nameRules.lookAlikeWarning(name) !== null).toBe(isTwin);
  });
});
