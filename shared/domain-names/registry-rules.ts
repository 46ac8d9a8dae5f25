import { Fact, GENERIC, GENERIC_AT_ONCE, NOMINET, PLACES } from "./fact.ts";
import { REGISTRATION_YEARS } from "./registration-terms.ts";

/**
 * The numbers of years for which a domain can be renewed in one renewal, if they differ from the registration years.
 */
const RENEWAL_YEARS = new Fact<readonly number[] | null>(null, [
  [[2, 4, 6, 8, 10], "R LB", ".ai"],
  [[1, 2, 3, 4, 5, 6, 7, 8, 9, 10], "R OD", ".qc.ca"],
]);

export function renewalYears(tld: string): readonly number[] {
  return RENEWAL_YEARS.of(tld) ?? REGISTRATION_YEARS.of(tld);
}

/**
 * Returns the maximum term from today, in years. For registries that renew yearly, no source states how early they
 * accept a renewal. Their domains may have one renewal beyond the current term.
 */
export function yearsAhead(tld: string): number {
  return Math.max(2, ...renewalYears(tld));
}

/** The number of days at the end of a term during which a domain can be renewed; `null` if no limit is known. */
export const RENEWAL_WINDOW_DAYS = new Fact<number | null>(null, [
  [90, "R DS HX", ".com.au .net.au"],
  [180, "R A23", NOMINET],
]);

/** Whether the registry requires an auth code for a transfer. */
export const AUTH_CODE = new Fact<boolean>(true, [
  [
    true,
    "R OD",
    `${GENERIC} ${GENERIC_AT_ONCE} .ai .blog .ca .ch .co .de .eu .fr .it .li .name .nl .org .qc.ca .re .shop .us`,
  ],
  [true, "R OD OP", ".at"],
  [true, "R ODo DS", ".be"],
  [true, "R CNR", ".africa .bzh .paris .quebec"],
  [true, "P DNC OP", ".co.nz .nz"],
  [true, "R HX A23", ".com.au .net.au"],
  [true, "R GA", ".corsica"],
  [true, "R HP", ".ie"],
  [true, "R A23", ".in"],
  [true, "R HX", ".pt"],
  [true, "?", ".alsace"],
  // The registrant confirms the transfer by e-mail.
  [false, "R OD", ".lu"],
  [false, "R A23", ".es"],
  // Nominet transfers a domain by changing its registrar's tag.
  [false, "R A23", NOMINET],
]);

/** Whether the registry lets a registrar lock a domain against transfers. */
export const LOCK = new Fact<boolean>(true, [
  [true, "R OD", `${GENERIC} ${GENERIC_AT_ONCE} .ai .blog .ca .co .fr .lu .name .org .qc.ca .re .shop .us`],
  [true, "R A23 ODo", ".be"],
  [true, "R CNR", ".bzh .paris"],
  [true, "R GA", ".corsica"],
  [true, "R A23", ".in"],
  [true, "?", ".africa .alsace .ie .pt .quebec"],
  [false, "R OD", ".at .ch .it .li .nl"],
  [false, "R A23 OD", ".de .eu"],
  [false, "R A23", `${NOMINET} .es`],
  [false, "R A23 LB", ".co.nz .com.au .net.au .nz"],
]);

/** The number of days after a registration during which a domain cannot be transferred. */
export const WAIT_AFTER_REGISTRATION = new Fact<number>(60, [
  [60, "R OD", `${GENERIC} .ai .blog .ca .co .fr .lu .name .org .qc.ca .re .shop .us`],
  [60, "R OS OP", ".in"],
  [60, "R CNR", PLACES],
  [60, "R GA", ".corsica"],
  [60, "?", ".africa .ie .pt"],
  [5, "P DNC", ".co.nz .nz"],
  [0, "R OD", `${GENERIC_AT_ONCE} ${NOMINET} .at .be .ch .de .eu .it .li .nl`],
  [0, "R LB", ".com.au .net.au"],
  [0, "R OP", ".es"],
]);

/** The number of days after a transfer during which a domain cannot be transferred again. */
export const WAIT_AFTER_TRANSFER = new Fact<number>(60, [
  [60, "R OD", `${GENERIC} .ai .blog .ca .co .fr .name .org .qc.ca .re .shop .us`],
  [60, "R OS OP", ".in"],
  [60, "?", `${PLACES} .africa .corsica .ie .pt`],
  [0, "R OD", `${GENERIC_AT_ONCE} ${NOMINET} .at .be .ch .de .eu .it .li .lu .nl`],
  [0, "P DNC", ".co.nz .nz"],
  [0, "R LB", ".com.au .net.au"],
  [0, "R OP", ".es"],
]);

/**
 * The number of days after expiry during which a domain renews at the usual price. A registrar may end this period some
 * days earlier.
 */
export const GRACE_DAYS = new Fact<number>(30, [
  [45, "R OD", `${GENERIC.replace(" .xyz", "")} ${GENERIC_AT_ONCE} .ai .blog .ca .co .name .org .qc.ca .shop .us`],
  [45, "R GA", ".corsica"],
  [44, "R CNR A23", ".in"],
  [40, "R HP", ".ie"],
  [30, "R A23", NOMINET],
  [30, "?", `${PLACES} .pt`],
  [15, "R OD RD", ".it"],
  // A23 states 44 days.
  [5, "R OD", ".xyz"],
  [5, "R GL", ".africa"],
  [0, "R OD", ".at .be .ch .de .eu .fr .li .lu .nl .re"],
  [0, "R A23", ".co.nz .nz"],
  [0, "R DS", ".com.au .net.au"],
  [0, "R A23 HC", ".es"],
]);

/**
 * The number of days after the grace period during which a domain can be restored. After that, anyone may register it.
 */
export const REDEMPTION_DAYS = new Fact<number>(30, [
  [30, "R OD", `${GENERIC} ${GENERIC_AT_ONCE} .ai .blog .ca .co .de .fr .it .lu .name .org .qc.ca .re .shop .us`],
  [30, "R A23 OS", ".in"],
  [30, "R HP", ".ie"],
  [30, "?", `${PLACES} .corsica .pt`],
  [90, "R A23 LB", ".co.nz .nz"],
  [60, "R OD", ".at"],
  [60, "R A23", NOMINET],
  [40, "R OD", ".be .ch .eu .li .nl"],
  [31, "R DS", ".com.au .net.au"],
  [20, "R GL", ".africa"],
  [10, "R A23 HC", ".es"],
]);
