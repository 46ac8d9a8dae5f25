import type { Catalogue, CatalogueExtension } from "../../../shared/billing-contract/catalogue.ts";
import { availabilityIn, type DomainCheck, retryAfterOf } from "../../../shared/catalogue-contract/domain-check.ts";
import type { DomainCheckAnswer } from "../../../shared/catalogue-contract/domain-check-answer.ts";
import { brokenNameRule, lookAlikeWarning } from "../../../shared/domain-names/name-rules.ts";
import {
  REGISTRATION_YEARS,
  TRANSFER_TERM,
  TRANSFER_TERM_WORDS,
} from "../../../shared/domain-names/registration-terms.ts";
import { type Text, waitInWords } from "../../../shared/platform/language.ts";
import { type Currency, toMajorUnits } from "../../../shared/platform/money.ts";
import type { LinkTo } from "../catalogue-data/links.ts";
import type { CheckedName } from "../catalogue-data/sold-name.ts";

/** Returns a checked domain as it is published, in the catalogue's currency and language. */
export function toCheckedName(
  { name, extension, check }: CheckedName,
  { currency, language: lang }: Pick<Catalogue, "currency" | "language">,
  linkTo: LinkTo,
): DomainCheckAnswer {
  const retryAfter = retryAfterOf(check);
  const rule = check.reason === "invalid_name" ? brokenNameRule(name.unicode, extension.tld) : null;
  const notes = [lookAlikeWarning(name.unicode), noteOn(check, retryAfter), termNote(check, extension, currency)];
  return {
    currency,
    lang,
    domain: name.ascii,
    unicode_domain: name.unicode,
    tld: extension.tld,
    status: check.status,
    available: check.status === "unknown" ? null : check.status === "available",
    reason: check.reason,
    retry_after: retryAfter,
    order_type: orderTypeOf(check),
    register: toMajorUnits(extension.register),
    transfer: toMajorUnits(extension.transfer),
    renew: toMajorUnits(extension.renew),
    period_years: 1,
    years_sold: [...REGISTRATION_YEARS.of(extension.tld)],
    order_url: orderLink(check, linkTo, name.ascii),
    checked_at: new Date(check.checkedAt).toISOString(),
    source: check.source,
    simulated: check.simulated,
    note: rule?.[lang] ?? notes.flatMap((text) => text?.[lang] || []).join(" "),
  };
}

function orderTypeOf(check: DomainCheck): "register" | "transfer" | null {
  const { availability } = availabilityIn(check);
  if (availability === "available") return "register";
  return availability === "taken" ? "transfer" : null;
}

function orderLink(check: DomainCheck, linkTo: LinkTo, domain: string): string | null {
  const orderType = orderTypeOf(check);
  if (orderType) return linkTo(`${orderType}_cart`, { domain });
  return check.reason === "no_public_source" ? linkTo("domains_cart") : null;
}

function noteOn(check: DomainCheck, retryAfter: number | null): Text {
  const { status, reason } = check;
  if (reason === "no_public_source") return NOTES.nobody;
  if (status === "taken" && orderTypeOf(check) === null) return NOTES.leaving;
  return status === "unknown" ? unknownNote(retryAfter ?? 1) : NOTES[status];
}

/**
 * Returns the note about the term: the shortest term if it is longer than a year, or the years that a transfer adds.
 */
function termNote({ status, reason }: DomainCheck, extension: CatalogueExtension, currency: Currency): Text {
  if (status === "taken" && (reason === "registered" || reason === "delegated")) {
    const { en, fr } = TRANSFER_TERM_WORDS[TRANSFER_TERM.of(extension.tld)];
    return { en, fr };
  }
  const least = REGISTRATION_YEARS.of(extension.tld)[0] ?? 1;
  if (status !== "available" || least === 1) return { en: "", fr: "" };
  const price = toMajorUnits(extension.register + (least - 1) * extension.renew).toFixed(2);
  return {
    en: `The shortest registration is for ${least} years and costs ${price} ${currency}.`,
    fr: `L’enregistrement le plus court est de ${least} ans et coûte ${price.replace(".", ",")} ${currency}.`,
  };
}

function unknownNote(retryAfter: number): Text {
  const wait = waitInWords(retryAfter);
  return {
    en: `The registry gave no clear answer: the name may be available or taken. Retry in ${wait.en}.`,
    fr: `Il n’y a pas de réponse claire à l’instant : le nom est peut-être libre, peut-être pris. Réessayez dans ${wait.fr}.`,
  };
}

const NOTES: Record<Exclude<DomainCheck["status"], "unknown"> | "leaving" | "nobody", Text> = {
  available: {
    en: "The name can be taken by someone else in the meantime; premium and reserved names can still be refused at checkout.",
    fr: "Quelqu’un d’autre peut prendre ce nom entre-temps ; les noms premium ou réservés peuvent encore être refusés au moment de la commande.",
  },
  taken: {
    en: "The name is registered. Its holder can transfer it here.",
    fr: "Ce nom est enregistré. Son titulaire peut le transférer ici.",
  },
  leaving: {
    en: "The name has expired and is in its redemption period or about to be deleted: it can be transferred once its holder has restored it, and may become available later.",
    fr: "Ce nom a expiré ; il est en période de rédemption ou sur le point d’être supprimé : il ne peut être transféré que si son titulaire le restaure, et pourrait redevenir disponible plus tard.",
  },
  unavailable: {
    en: "The registry has reserved or blocked this name, or does not allow it.",
    fr: "Le registre a réservé ou bloqué ce nom, ou ne l’autorise pas.",
  },
  nobody: {
    en: "We cannot check names with this extension, so they cannot be ordered here. Use the link to the cart to find another name.",
    fr: "Personne ne peut être interrogé ici sur la disponibilité d’un nom de cette extension, ni maintenant ni plus tard ; aucun ne peut donc être commandé ici. Le lien mène au panier, pour chercher un autre nom.",
  },
};
