import type { CustomerDomain, InvoiceReference } from "../billing-contract/customer.ts";
import type { DomainOrderRequest } from "../billing-contract/domain-orders.ts";
import { brokenNameRule } from "../domain-names/name-rules.ts";
import { extensionOf, parseDomainName } from "../domain-names/parse-domain.ts";
import { AUTH_CODE } from "../domain-names/registry-rules.ts";
import type { Text } from "../platform/language.ts";

/** A domain that an account of this billing system holds. Its status is not one of `ENDED_DOMAIN_STATUSES`. */
export interface HeldDomain {
  /** Whether the ordering account holds the domain. */
  isOwn: boolean;
  status: CustomerDomain["status"];
  /** The unpaid invoice of the domain's order; `null` if there is none or it was not read. */
  unpaidInvoice: InvoiceReference | null;
}

/**
 * Checks whether no source can report the availability, because the registry has no public service and there is no
 * registrar.
 */
export function hasNoAvailabilitySource({ availability, retryAfter }: DomainOrderRequest): boolean {
  return availability === "unknown" && retryAfter === null;
}

/** Checks whether the availability is unknown and no rule of the registry refuses the name. */
export function isUndecided(order: DomainOrderRequest): boolean {
  return order.availability === "unknown" && brokenRule(order) === null;
}

/**
 * Returns the reason why a domain name cannot be registered or transferred now, or `null` if it can. The reason comes
 * from the registry or from the domains that accounts hold here.
 * @param held the account's own domain, or else the domain of an account that has paid for it; `null` if there is
 *   neither
 */
export function nameObstacle(order: DomainOrderRequest, held: HeldDomain | null): Text | null {
  const { type, availability } = order;
  const broken = brokenRule(order);
  if (broken) return broken;
  return held === null && availability === (type === "register" ? "available" : "taken")
    ? null
    : obstacleOf(order, held);
}

/** Returns the registry's rule that the name breaks, whatever the availability, or `null` if it breaks none. */
function brokenRule({ domain }: Pick<DomainOrderRequest, "domain">): Text | null {
  const name = parseDomainName(domain);
  return brokenNameRule("refused" in name ? domain : name.unicode, extensionOf(domain));
}

function obstacleOf({ type, domain, availability }: DomainOrderRequest, held: HeldDomain | null): Text {
  if (availability === "redemption" || availability === "pending_delete") return OBSTACLES[availability];
  if (held?.isOwn) return OBSTACLES.own;
  if (availability === "unavailable") return OBSTACLES.reserved;
  if (availability === "premium") return OBSTACLES.premium;
  if (type === "transfer") return held === null ? OBSTACLES.unregistered : OBSTACLES.notReleased;
  if (availability !== "taken") return OBSTACLES.notRegistrable;
  // A domain that is registered here cannot be transferred here.
  if (held !== null) return OBSTACLES.registered;
  return AUTH_CODE.of(extensionOf(domain)) ? OBSTACLES.transferableByCode : OBSTACLES.transferable;
}

const OBSTACLES = {
  notRegistrable: {
    en: "This name cannot be registered now.",
    fr: "Ce nom ne peut pas être enregistré maintenant.",
  },
  own: { en: "This name is already in your account.", fr: "Ce nom est déjà dans votre compte." },
  unregistered: {
    en: "This name is not registered: it can be registered, not transferred.",
    fr: "Ce nom n’est pas enregistré : il peut être enregistré, mais non transféré.",
  },
  notReleased: {
    en: "This name cannot be transferred until its current holder releases it.",
    fr: "Ce nom ne peut pas être transféré tant que son titulaire actuel ne l’a pas libéré.",
  },
  registered: { en: "This name is already registered.", fr: "Ce nom est déjà enregistré." },
  transferableByCode: {
    en: "This name is already registered. Its holder can transfer it here with its auth code.",
    fr: "Ce nom est déjà enregistré. Son titulaire peut le transférer ici avec son code de transfert.",
  },
  transferable: {
    en: "This name is already registered. Its holder can transfer it here.",
    fr: "Ce nom est déjà enregistré. Son titulaire peut le transférer ici.",
  },
  reserved: {
    en: "This name is reserved or blocked by its registry.",
    fr: "Ce nom est réservé ou bloqué par son registre.",
  },
  premium: {
    en: "This name is sold at a special price, which cannot be paid here.",
    fr: "Ce nom est vendu à un prix spécial, qui ne peut pas être réglé ici.",
  },
  redemption: {
    en: "This name has expired and is in its redemption period: it cannot be registered or transferred until its holder restores it at its current registrar.",
    fr: "Ce nom a expiré et se trouve en période de rédemption : il ne peut être ni enregistré ni transféré tant que son titulaire ne l’a pas restauré auprès de son bureau d’enregistrement actuel.",
  },
  pending_delete: {
    en: "The registry is about to delete this name. It cannot be registered or transferred now, and may become available in a few days.",
    fr: "Le registre est sur le point de supprimer ce nom : il ne peut être ni enregistré ni transféré maintenant et pourrait redevenir disponible dans quelques jours.",
  },
};
