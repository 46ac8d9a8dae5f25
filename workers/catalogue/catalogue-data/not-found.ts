import { OperationError } from "../../../shared/api/definition/problems.ts";
import type { Catalogue, CatalogueExtension, CataloguePlan } from "../../../shared/billing-contract/catalogue.ts";

/**
 * Returns the plans with these ids, in that order.
 * @throws {OperationError} `not_found`, with a list of the existing plans
 */
export function findPlans<Ids extends string[]>(
  catalogue: Catalogue,
  ids: [...Ids],
): { [Index in keyof Ids]: CataloguePlan } {
  const plans = ids.map((id) => catalogue.plans.find((plan) => plan.id === id) ?? null);
  if (plans.includes(null)) throw unknownPlan(catalogue, ids);
  return plans as { [Index in keyof Ids]: CataloguePlan };
}

/** Returns the error for unknown plans. It lists the unknown ids that are well-formed, and the existing plans. */
function unknownPlan(catalogue: Catalogue, ids: string[]): OperationError {
  const plans = new Set(catalogue.plans.map((plan) => plan.id));
  const missing = ids.filter((id) => !plans.has(id) && /^[a-z0-9-]{1,64}$/.test(id)).join(", ");
  const known = [...plans].join(", ");
  return new OperationError("not_found", {
    en: `${missing ? `${missing}: no such plan` : "There is no such plan"}. Plans: ${known}.`,
    fr: `${missing ? `${missing} : aucun forfait de ce nom` : "Ce forfait n’existe pas"}. Forfaits : ${known}.`,
  });
}

/** Returns `not_found` with a list of the existing product lines. */
export function unknownLine(catalogue: Catalogue): OperationError {
  const known = catalogue.productLines.map((line) => line.id).join(", ");
  return new OperationError("not_found", {
    en: `There is no such product line. Product lines: ${known}.`,
    fr: `Cette gamme n’existe pas. Gammes : ${known}.`,
  });
}

/**
 * Returns the extensions, in the given order.
 * @throws {OperationError} `not_found`, with a list of the extensions that are sold
 */
export function findExtensions(catalogue: Catalogue, asked: string[]): CatalogueExtension[] {
  const sold = new Map(catalogue.extensions.map((extension) => [extension.tld, extension]));
  const missing = asked.filter((tld) => !sold.has(tld));
  if (missing.length > 0) throw unknownExtensions(missing, catalogue);
  return asked.flatMap((tld) => sold.get(tld) ?? []);
}

/**
 * Returns `not_found` with the well-formed extensions that are not sold, and a list of the extensions that are sold.
 */
export function unknownExtensions(asked: string[], catalogue: Catalogue): OperationError {
  const missing = asked.filter((tld) => /^\.[a-z0-9.-]{1,63}$/.test(tld)).join(", ");
  const known = catalogue.extensions.map((extension) => extension.tld).join(", ");
  return new OperationError("not_found", {
    en: `${missing ? `${missing}: not sold here` : "There is no such extension"}. Extensions sold: ${known}.`,
    fr: `${missing ? `${missing} : non vendu ici` : "Cette extension n’existe pas"}. Extensions vendues : ${known}.`,
  });
}
