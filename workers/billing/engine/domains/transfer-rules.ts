import type { CustomerDomain } from "../../../../shared/billing-contract/customer.ts";
import { extensionOf } from "../../../../shared/domain-names/parse-domain.ts";
import { WAIT_AFTER_REGISTRATION, WAIT_AFTER_TRANSFER } from "../../../../shared/domain-names/registry-rules.ts";
import { formatDate } from "../../../../shared/pages/formats.ts";
import { addDays } from "../../../../shared/platform/calendar.ts";
import type { Text } from "../../../../shared/platform/language.ts";
import type { RegisteredDomain } from "../registrar/registrar.ts";

/**
 * The reasons why a name cannot be transferred away now; empty where it can. The waiting days are those of its registry, or else
 * those within which a registrar may refuse (ICANN Transfer Policy, I.A.3.8).
 * @param status the engine's; ICANN Expired Registration Recovery Policy, 3.2, forbids transfers in redemption
 */
export function transferObstacles(domain: RegisteredDomain, status: CustomerDomain["status"], today: string): Text[] {
  const tld = extensionOf(domain.name);
  const registered = addDays(domain.registeredOn, WAIT_AFTER_REGISTRATION.of(tld));
  const transferred = addDays(domain.transferredOn ?? domain.registeredOn, WAIT_AFTER_TRANSFER.of(tld));
  const reasons: Text[] = [];
  if (domain.transferredOn !== null && today < transferred && transferred >= registered) {
    reasons.push(tooRecent("transferred", "transféré", WAIT_AFTER_TRANSFER.of(tld), transferred));
  } else if (today < registered) {
    reasons.push(tooRecent("registered", "enregistré", WAIT_AFTER_REGISTRATION.of(tld), registered));
  }
  if (status === "redemption") reasons.push(IN_REDEMPTION);
  if (domain.transferProhibited) reasons.push(PROHIBITED);
  if (domain.locked && !domain.lockSupported) reasons.push(CANNOT_UNLOCK);
  return reasons;
}

/** @param until YYYY-MM-DD */
function tooRecent(en: string, fr: string, days: number, until: string): Text {
  return {
    en: `The name was ${en} less than ${days} days ago; it can be transferred from ${until} on.`,
    fr: `Le nom a été ${fr} il y a moins de ${days} jours ; il pourra être transféré à partir du ${formatDate(until, "fr")}.`,
  };
}

const IN_REDEMPTION: Text = {
  en: "The name is in redemption: the registry transfers it only once it was renewed.",
  fr: "Le nom est en rédemption : le registre ne le transfère qu’une fois renouvelé.",
};

const PROHIBITED: Text = {
  en: "The registry does not allow transfers of this name.",
  fr: "Le registre n’autorise pas le transfert de ce nom.",
};

export const CANNOT_UNLOCK: Text = {
  en: "The registry does not let this name be unlocked.",
  fr: "Le registre ne permet pas de déverrouiller ce nom.",
};

export const CANNOT_LOCK: Text = {
  en: "The registry does not let its names be locked.",
  fr: "Le registre ne permet pas de verrouiller ses noms.",
};
