import type { Text } from "../platform/language.ts";
import { Fact, GENERIC, GENERIC_AT_ONCE, NOMINET, PLACES } from "./fact.ts";

const TO_FIVE = [1, 2, 3, 4, 5];
const TO_TEN = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];

/** The registration terms that the pages show first, in years. */
export const SHOWN_TERMS = [1, 2, 3, 5];

/** The numbers of years for which a domain can be registered; empty if the registry accepts no new registrations. */
export const REGISTRATION_YEARS = new Fact<readonly number[]>(TO_TEN, [
  [TO_TEN, "R OD", `${GENERIC} ${GENERIC_AT_ONCE} .blog .ca .fr .name .org .re .shop .us`],
  [TO_TEN, "R A23", `${NOMINET} .eu`],
  [TO_TEN, "R A23 OS", ".in"],
  [TO_TEN, "R LB", ".co.nz .nz"],
  [TO_TEN, "R GA", ".corsica"],
  [TO_TEN, "?", `${PLACES} .africa`],
  [TO_FIVE, "R OD A23", ".co"],
  [TO_FIVE, "R A23", ".es"],
  [TO_FIVE, "R RB A23", ".com.au .net.au"],
  [[1, 3, 5], "R PL", ".pt"],
  [[1], "R OD", ".at .be .de .it .lu .nl"],
  // OD states one to ten years. Two other sources state that only the registry renews these domains, yearly.
  [[1], "R A23 DS", ".ch .li"],
  [[1], "R HP", ".ie"],
  [[2, 4, 6, 8, 10], "R OD A26 HX", ".ai"],
  [[], "R RB", ".qc.ca"],
]);

/**
 * The effect of a transfer on a domain's term. With `from_transfer`, the domain runs for one year from the transfer and
 * the remaining term is lost.
 */
export type TransferTerm = "none" | "one_year" | "two_years" | "from_transfer" | "unknown";

export const TRANSFER_TERM = new Fact<TransferTerm>("unknown", [
  ["one_year", "R OD", `${GENERIC} ${GENERIC_AT_ONCE} .blog .ca .co .name .org .qc.ca .shop .us`],
  // OPX states that the term starts again.
  ["one_year", "R OD", ".fr .re"],
  ["one_year", "R OPX", `${PLACES} .africa .corsica`],
  ["one_year", "R OPX NT", ".eu"],
  ["one_year", "R OS OP", ".in"],
  ["two_years", "R OD HX", ".ai"],
  ["from_transfer", "R OPX DS", ".de"],
  ["from_transfer", "P DNSBE OPX NTo", ".be"],
  ["from_transfer", "R NT RD", ".it"],
  ["from_transfer", "R NTo", ".ie"],
  ["none", "R NTo INWX", ".at"],
  ["none", "R HX OS HO", ".ch .li"],
  ["none", "P DNC OP", ".co.nz .nz"],
  ["none", "R OPX OD", NOMINET],
  ["none", "R DS NT", ".com.au .net.au"],
  ["none", "R OP OPX", ".es"],
  ["none", "R OD", ".lu"],
  ["none", "R OPX DY", ".nl"],
  ["unknown", "?", ".pt"],
]);

/** Checks whether an extension accepts new registrations. */
export function takesNewNames(tld: string): boolean {
  return REGISTRATION_YEARS.of(tld).length > 0;
}

/** Returns the available years in words that follow "must be", such as `1, 3 or 5` or `from 1 to 10`. */
export function yearsInWords(years: readonly number[]): Text {
  const [least = 0, ...more] = years;
  const most = more.at(-1);
  if (most === undefined) return { en: String(least), fr: String(least) };
  if (more.length > 1 && most - least === more.length) {
    return { en: `from ${least} to ${most}`, fr: `de ${least} à ${most}` };
  }
  const before = [least, ...more.slice(0, -1)].join(", ");
  return { en: `${before} or ${most}`, fr: `${before} ou ${most}` };
}

/** Sentences that state the effect of a transfer on the term. */
export const TRANSFER_TERM_WORDS: Record<TransferTerm, Text> = {
  none: {
    en: "A transfer adds no time: the name keeps its expiry date.",
    fr: "Un transfert n’ajoute aucune durée : le nom garde sa date d’expiration.",
  },
  one_year: {
    en: "A transfer adds one year to what is left.",
    fr: "Un transfert ajoute un an à la durée restante.",
  },
  two_years: {
    en: "A transfer adds two years to what is left.",
    fr: "Un transfert ajoute deux ans à la durée restante.",
  },
  from_transfer: {
    en: "After a transfer the name runs for one year from that day; the rest of the previous term is lost.",
    fr: "Après un transfert, le nom court un an à partir de ce jour ; la durée qui restait est perdue.",
  },
  unknown: {
    en: "Whether a transfer adds time is not known for this extension.",
    fr: "Pour cette extension, on ignore si un transfert ajoute du temps.",
  },
};
