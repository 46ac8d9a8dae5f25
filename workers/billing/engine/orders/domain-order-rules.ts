import type { DomainOrder, DomainOrderRequest } from "../../../../shared/billing-contract/actions.ts";
import type { CustomerDomain } from "../../../../shared/billing-contract/customer.ts";
import type { ActionRefused, ActionRequired, Money, Terms } from "../../../../shared/billing-contract/result.ts";
import { brokenNameRule } from "../../../../shared/domain-names/name-rules.ts";
import { extensionOf, parseDomainName } from "../../../../shared/domain-names/parse-domain.ts";
import { REGISTRATION_YEARS, takesNewNames, yearsInWords } from "../../../../shared/domain-names/registration-terms.ts";
import { AUTH_CODE } from "../../../../shared/domain-names/registry-rules.ts";
import { refusedFields } from "../../../../shared/ordering/registries/check-fields.ts";
import { fieldsFor, ruleOf } from "../../../../shared/ordering/registries/registrant-rules.ts";
import type { Text } from "../../../../shared/platform/language.ts";
import {
  alreadyRequested,
  firstRefusal,
  paymentMethodMissing,
  priceChanged,
  refusal,
  registryUnavailable,
} from "../actions/refusals.ts";
import type { ActionRefusal, Snapshot } from "../actions/run-action.ts";
import { termsRead, toTerms } from "../catalogue/legal-terms.ts";
import { domainOrderPrice, type ExtensionPriceRow, extensionPrices } from "../pricing/domain-prices.ts";
import { ENDED } from "../records/domains.ts";
import { UNPAID_INVOICE } from "../records/orders.ts";
import { raw, sql } from "../store/sql.ts";

/** An active row of the name (its status is none of `ENDED_STATUSES`), with the unpaid invoice of its order. */
interface HeldDomain {
  accountId: number;
  status: CustomerDomain["status"];
  unpaidInvoice: number | null;
}

/** The data that a domain order is decided on, its price included. */
export interface DomainOrderData {
  prices: ExtensionPriceRow;
  /** The account's own row of the name, else that of the account that has paid for it. */
  held: HeldDomain | null;
  terms: Terms;
  price: Money;
}

export function domainOrderReads(db: D1Database, accountId: number, name: string) {
  const held = sql(db)<HeldDomain>`
    SELECT d.account_id AS accountId, d.status, (SELECT ${raw(UNPAID_INVOICE)} FROM orders o
      WHERE o.domain_id = d.id AND o.status IN ('open', 'paid')) AS unpaidInvoice
    FROM domains d WHERE d.name = ${name} AND d.status NOT IN ${raw(ENDED)}
      AND (d.account_id = ${accountId} OR d.status <> 'pending')
    ORDER BY d.account_id = ${accountId} DESC LIMIT 1`;
  return { prices: extensionPrices(db, accountId, name), held, terms: termsRead(db, extensionOf(name)) };
}

/** Null where the extension is not sold, or only renewed. */
export function toDomainOrderData(
  { rows, account, moment }: Snapshot<ReturnType<typeof domainOrderReads>>,
  order: DomainOrderRequest,
): DomainOrderData | null {
  const [prices] = rows.prices;
  if (!prices || !takesNewNames(extensionOf(order.domain))) return null;
  return {
    prices,
    held: rows.held[0] ?? null,
    terms: toTerms(rows.terms, moment.today),
    price: { amount: domainOrderPrice(prices, order), currency: account.currency },
  };
}

export const NOT_SOLD: ActionRefused = refusal(
  "not_offered",
  "Names with this extension are not sold.",
  "Les noms de cette extension ne sont pas vendus.",
);

/** There is no source for the name's availability: no public service of its registry, and no registrar. */
export const NOT_ORDERABLE = refusal(
  "not_offered",
  "Nobody can be asked here whether names with this extension are available, so none can be ordered here now.",
  "Personne ne peut être interrogé ici sur la disponibilité des noms de cette extension ; aucun ne peut donc être commandé ici maintenant.",
);

export function hasNoAvailabilitySource({ availability, retryAfter }: DomainOrderRequest): boolean {
  return availability === "unknown" && retryAfter === null;
}

function alreadyOrdered({ account }: Snapshot, { held }: DomainOrderData): ActionRefused | null {
  return held?.accountId === account.id && held.status.startsWith("pending")
    ? alreadyRequested("This name is already on order.", "Ce nom fait déjà l’objet d’une commande.", held.unpaidInvoice)
    : null;
}

/** Why the name cannot be ordered now; null where it can. */
export function obstacleTo(snapshot: Snapshot, data: DomainOrderData, order: DomainOrderRequest): Text | null {
  const refused = alreadyOrdered(snapshot, data) ?? (isOrderable(data, order) ? null : notAvailable(data, order));
  return refused && "reason" in refused ? refused.reason : null;
}

/** Whether the name can be registered or transferred now, by the registry and by the provider's own domains. */
function isOrderable({ held }: DomainOrderData, order: DomainOrderRequest): boolean {
  const { type, availability } = order;
  return held === null && brokenRule(order) === null && availability === (type === "register" ? "available" : "taken");
}

/** The registry's rule that the name breaks, whatever its availability. */
function brokenRule({ domain }: Pick<DomainOrderRequest, "domain">): Text | null {
  const name = parseDomainName(domain);
  return brokenNameRule("refused" in name ? domain : name.unicode, extensionOf(domain));
}

/** The availability is unknown, and no rule refuses the name anyway. */
export function isUndecided(order: DomainOrderRequest): boolean {
  return order.availability === "unknown" && brokenRule(order) === null;
}

export function isEligible({ facts }: Snapshot, name: string): boolean {
  const { residence } = ruleOf(extensionOf(name));
  return !residence || residence.countries.includes(facts.country);
}

export const UPDATE_CONTACT: ActionRequired = {
  type: "update_contact",
  message: {
    en: "The registry does not accept the address on the account. Correct it in the client area if it is wrong.",
    fr: "Le registre n’accepte pas l’adresse du compte. Corrigez-la dans l’espace client si elle est erronée.",
  },
  path: "/profile",
};

/** The refusal of an order, by the contract's order of reasons; null where there is none. */
export function refusalOf(snapshot: Snapshot, data: DomainOrderData, order: DomainOrder): ActionRefusal | null {
  const { terms, price } = data;
  return firstRefusal(
    alreadyOrdered(snapshot, data),
    refusedMembers(order, snapshot.facts.country),
    isUndecided(order) && registryUnavailable(order.retryAfter),
    !isOrderable(data, order) && notAvailable(data, order),
    !isEligible(snapshot, order.domain) && ineligible(order.domain),
    priceChanged(order.expectedPrice, price),
    order.acceptTerms !== terms.version && { code: "terms_not_accepted", terms },
    paymentMethodMissing(snapshot),
  );
}

function refusedMembers(
  { domain, type, years, authCode, fields }: DomainOrder,
  country: string | null,
): ActionRefused | null {
  const tld = extensionOf(domain);
  const refused = [
    ...refusedYears({ type, domain, years }),
    ...refusedAuthCode(type === "transfer" && AUTH_CODE.of(tld), authCode?.trim() ?? ""),
    ...refusedFields(fieldsFor(tld, country), fields, ruleOf(tld).dependent),
  ];
  return refused.length > 0 ? { code: "invalid_body", refused } : null;
}

function refusedAuthCode(needed: boolean, authCode: string) {
  if (needed === (authCode !== "")) return [];
  const message = needed
    ? { en: "is required by the registry for a transfer", fr: "est exigé par le registre pour un transfert" }
    : { en: "is not asked for here: leave it out", fr: "n’est pas demandé ici : ne l’envoyez pas" };
  return [{ pointer: "/auth_code", message }];
}

/** A number of years that the registry does not sell at a time; a transfer is ordered as one. */
export function refusedYears({ type, domain, years }: Pick<DomainOrderRequest, "type" | "domain" | "years">) {
  const sold = type === "register" ? REGISTRATION_YEARS.of(extensionOf(domain)) : [1];
  if (sold.includes(years)) return [];
  const words = yearsInWords(sold);
  const message =
    type === "register"
      ? { en: `must be ${words.en} under this extension`, fr: `doit être ${words.fr} pour cette extension` }
      : { en: "must be 1: it stands for one transfer", fr: "doit être 1 : il désigne un transfert" };
  return [{ pointer: "/years", message }];
}

function notAvailable(data: DomainOrderData, order: DomainOrderRequest): ActionRefused {
  return { code: "not_available", reason: brokenRule(order) ?? obstacleOf(data, order) };
}

function obstacleOf({ held }: DomainOrderData, { type, domain, availability }: DomainOrderRequest): Text {
  if (availability === "redemption" || availability === "pending_delete") return OBSTACLES[availability];
  if (type === "transfer") return OBSTACLES.notTransferable;
  if (availability === "unavailable") return OBSTACLES.reserved;
  if (availability !== "taken") return OBSTACLES.notRegistrable;
  // What is registered here is not transferred here.
  if (held !== null) return OBSTACLES.registered;
  return AUTH_CODE.of(extensionOf(domain)) ? OBSTACLES.transferableByCode : OBSTACLES.transferable;
}

function ineligible(domain: string): ActionRefused {
  const { residence } = ruleOf(extensionOf(domain));
  const reason = residence?.rule ?? { en: "", fr: "" };
  return { code: "registrant_ineligible", reason, actionRequired: UPDATE_CONTACT };
}

const OBSTACLES = {
  notRegistrable: {
    en: "This name cannot be registered now.",
    fr: "Ce nom ne peut pas être enregistré maintenant.",
  },
  notTransferable: {
    en: "This name cannot be transferred now.",
    fr: "Ce nom ne peut pas être transféré maintenant.",
  },
  registered: { en: "This name is registered already.", fr: "Ce nom est déjà enregistré." },
  transferableByCode: {
    en: "This name is registered already. Its holder can transfer it here with its auth code.",
    fr: "Ce nom est déjà enregistré. Son titulaire peut le transférer ici avec son code de transfert.",
  },
  transferable: {
    en: "This name is registered already. Its holder can transfer it here.",
    fr: "Ce nom est déjà enregistré. Son titulaire peut le transférer ici.",
  },
  reserved: {
    en: "This name is reserved or blocked by its registry.",
    fr: "Ce nom est réservé ou bloqué par son registre.",
  },
  redemption: {
    en: "This name has expired and is in its redemption period: it can be neither registered nor transferred until its holder has restored it at its present registrar.",
    fr: "Ce nom a expiré et se trouve en période de rédemption : il ne peut être ni enregistré ni transféré tant que son titulaire ne l’a pas restauré auprès de son bureau d’enregistrement actuel.",
  },
  pending_delete: {
    en: "The registry is about to delete this name: it can be neither registered nor transferred now, and may become available in some days.",
    fr: "Le registre est sur le point de supprimer ce nom : il ne peut être ni enregistré ni transféré maintenant et pourrait redevenir disponible dans quelques jours.",
  },
};
