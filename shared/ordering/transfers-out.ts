import type { CustomerDomain } from "../billing-contract/customer.ts";
import { extensionOf } from "../domain-names/parse-domain.ts";
import { WAIT_AFTER_REGISTRATION, WAIT_AFTER_TRANSFER } from "../domain-names/registry-rules.ts";
import { formatDate } from "../pages/formats.ts";
import { addDays } from "../platform/calendar.ts";
import type { Text } from "../platform/language.ts";
import { refusal } from "./refusals.ts";

/** The facts that decide a transfer away, in addition to the domain's status. Dates are YYYY-MM-DD. */
export interface TransferFacts {
  name: string;
  /** The day of registration; `null` if unknown. If it is unknown, no waiting time after registration applies. */
  registeredOn: string | null;
  /** The day of the last transfer to the registrar; `null` if there was none or the day is unknown. */
  transferredOn: string | null;
  /** Whether the domain is locked; `null` if the registrar does not report it. */
  locked: boolean | null;
  /** Whether the registry supports transfer locks and the registrar lets customers set them. */
  lockSupported: boolean;
  /** Whether the registry is known to forbid a transfer, with or without the lock. */
  transferProhibited: boolean;
}

/**
 * Returns the reasons why a domain cannot be transferred away now, or an empty list if it can. The waiting times are
 * those of its registry. If the registry has none, they are the days during which a registrar may refuse a transfer
 * (ICANN Transfer Policy, I.A.3.8).
 * @param status the billing system's status; in redemption, ICANN forbids transfers (Expired Registration Recovery
 *   Policy, 3.2)
 */
export function transferObstacles(domain: TransferFacts, status: CustomerDomain["status"], today: string): Text[] {
  const reasons: Text[] = [];
  const wait = waitOf(domain, today);
  if (wait) reasons.push(wait);
  if (status === "redemption") reasons.push(IN_REDEMPTION);
  if (domain.transferProhibited) reasons.push(PROHIBITED);
  if (domain.locked && !domain.lockSupported) reasons.push(CANNOT_UNLOCK);
  return reasons;
}

function waitOf({ name, registeredOn, transferredOn }: TransferFacts, today: string): Text | null {
  const tld = extensionOf(name);
  const [afterRegistration, afterTransfer] = [WAIT_AFTER_REGISTRATION.of(tld), WAIT_AFTER_TRANSFER.of(tld)];
  const registered = registeredOn === null ? today : addDays(registeredOn, afterRegistration);
  const transferred = transferredOn === null ? today : addDays(transferredOn, afterTransfer);
  if (today < transferred && transferred >= registered) {
    return tooRecent("transferred", "transféré", afterTransfer, transferred);
  }
  return today < registered ? tooRecent("registered", "enregistré", afterRegistration, registered) : null;
}

/** @param until YYYY-MM-DD */
function tooRecent(en: string, fr: string, days: number, until: string): Text {
  return {
    en: `The name was ${en} less than ${days} days ago; it can be transferred from ${formatDate(until, "en")} on.`,
    fr: `Le nom a été ${fr} il y a moins de ${days} jours ; il pourra être transféré à partir du ${formatDate(until, "fr")}.`,
  };
}

/** Returns the reason why the lock cannot have the given value, or `null` if it can. */
export function lockObstacle(
  { lockSupported, transferProhibited }: Pick<TransferFacts, "lockSupported" | "transferProhibited">,
  locked: boolean,
): Text | null {
  if (locked) return lockSupported ? null : CANNOT_LOCK;
  return lockSupported && !transferProhibited ? null : CANNOT_UNLOCK;
}

const IN_REDEMPTION: Text = {
  en: "The name is in redemption: the registry transfers it only once it is renewed.",
  fr: "Le nom est en rédemption : le registre ne le transfère qu’une fois renouvelé.",
};

const PROHIBITED: Text = {
  en: "The registry does not allow transfers of this name.",
  fr: "Le registre n’autorise pas le transfert de ce nom.",
};

const CANNOT_UNLOCK: Text = {
  en: "The registry does not allow unlocking this name.",
  fr: "Le registre ne permet pas de déverrouiller ce nom.",
};

const CANNOT_LOCK: Text = {
  en: "The registry does not support locking its names.",
  fr: "Le registre ne permet pas de verrouiller ses noms.",
};

/** Masks an e-mail address so that only its owner recognises it, such as `j•••@example.com`. */
export function maskedAddress(address: string): string {
  const at = address.lastIndexOf("@");
  const [first = ""] = address.slice(0, at);
  return `${first}•••${address.slice(at)}`;
}

export const UNDER_WAY = refusal(
  "already_requested",
  "A transfer of this name is already being prepared.",
  "Un transfert de ce nom est déjà en préparation.",
);

export const NO_SENDER = refusal(
  "refused",
  "This system cannot send e-mail, so nobody would get the transfer code. Nothing was changed.",
  "Aucun courriel ne peut être envoyé ici : le code de transfert ne parviendrait à personne. Rien n’a été modifié.",
);

export const GIVEN_UP = refusal(
  "refused",
  "The transfer code could not be sent within a day. The name may already be unlocked.",
  "Le code de transfert n’a pas pu être envoyé en un jour. Le nom est peut-être déverrouillé.",
);

export const NO_OWNER = refusal(
  "refused",
  "The account has no owner to send the transfer code to.",
  "Le compte n’a pas de titulaire à qui envoyer le code de transfert.",
);
