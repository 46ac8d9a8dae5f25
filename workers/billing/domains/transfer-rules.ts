import type { CustomerDomain } from "../../../shared/billing-customer.ts";
import type { Text } from "../../../shared/language.ts";
import { formatDate } from "../../../shared/pages/formats.ts";
import type { RegisteredDomain } from "../registrar/registrar.ts";
import { addDays } from "../time/days.ts";

/** ICANN Transfer Policy, I.A.3.8: a registrar may refuse within 60 days of a registration or transfer; here it always does. */
export const TRANSFER_REST_DAYS = 60;

/**
 * Why a name cannot be transferred away now; empty: it can.
 * @param status here, where redemption is known; ICANN Expired Registration Recovery Policy, 3.2, forbids transfers in it
 */
export function transferObstacles(domain: RegisteredDomain, status: CustomerDomain["status"], today: string): Text[] {
  const latest = [domain.registeredOn, domain.transferredOn ?? ""].toSorted().at(-1) ?? domain.registeredOn;
  const freeOn = addDays(latest, TRANSFER_REST_DAYS);
  const reasons: Text[] = [];
  if (today < freeOn) {
    reasons.push({
      en: `The name was registered or transferred less than ${TRANSFER_REST_DAYS} days ago; it can be transferred from ${freeOn} on.`,
      fr: `Le nom a été enregistré ou transféré il y a moins de ${TRANSFER_REST_DAYS} jours ; il pourra être transféré à partir du ${formatDate(freeOn, "fr")}.`,
    });
  }
  if (status === "redemption") {
    reasons.push({
      en: "The name is in redemption: the registry transfers it only once it was renewed.",
      fr: "Le nom est en rédemption : le registre ne le transfère qu’une fois renouvelé.",
    });
  }
  if (domain.transferProhibited) {
    reasons.push({
      en: "The registry does not allow transfers of this name.",
      fr: "Le registre n’autorise pas le transfert de ce nom.",
    });
  }
  if (domain.locked && !domain.lockSupported) reasons.push(CANNOT_UNLOCK);
  return reasons;
}

export const CANNOT_UNLOCK: Text = {
  en: "The registry does not let this name be unlocked.",
  fr: "Le registre ne permet pas de déverrouiller ce nom.",
};

export const CANNOT_LOCK: Text = {
  en: "The registry does not let its names be locked.",
  fr: "Le registre ne permet pas de verrouiller ses noms.",
};
