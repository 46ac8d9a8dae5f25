import { invalidInput } from "../../../shared/api/definition/problems.ts";
import type { Catalogue, CatalogueExtension } from "../../../shared/billing-contract/catalogue.ts";
import type { DomainCheck } from "../../../shared/catalogue-contract/domain-check.ts";
import { type DomainName, parseDomainName } from "../../../shared/domain-names/parse-domain.ts";
import { takesNewNames } from "../../../shared/domain-names/registration-terms.ts";
import type { Text } from "../../../shared/platform/language.ts";
import { unknownExtensions } from "./not-found.ts";

/** A domain, and the longest matching extension that the provider sells. */
export interface SoldName {
  name: DomainName;
  extension: CatalogueExtension;
}

export interface CheckedName extends SoldName {
  check: DomainCheck;
}

/**
 * Parses the domain in a parameter.
 * @throws {OperationError} `invalid_parameter` for an invalid domain; `not_found` for an extension that is not sold
 */
export function parseSoldName(text: string, catalogue: Catalogue, parameter: string): SoldName {
  const name = parseDomainName(text);
  if ("refused" in name) throw refusedParameter(parameter, name.refused);
  const sold = new Map(catalogue.extensions.map((extension) => [extension.tld, extension]));
  if (sold.has(`.${name.ascii}`)) throw refusedParameter(parameter, notRightUnder(`.${name.ascii}`));
  const labels = name.ascii.split(".");
  for (let first = 1; first < labels.length; first++) {
    const tld = `.${labels.slice(first).join(".")}`;
    const extension = sold.get(tld);
    if (!takesNewNames(tld)) throw unknownExtensions([tld], catalogue);
    if (!extension) continue;
    if (first > 1) throw refusedParameter(parameter, notRightUnder(tld));
    return { name, extension };
  }
  throw unknownExtensions([`.${labels.at(-1)}`], catalogue);
}

/** Returns the part of a domain before its extension, in Unicode. */
export function labelOf({ name: { unicode } }: SoldName): string {
  return unicode.slice(0, unicode.indexOf("."));
}

export function refusedParameter(name: string, message: Text) {
  return invalidInput("invalid_parameter", [{ name, message }]);
}

function notRightUnder(tld: string): Text {
  return {
    en: `must be one name directly under ${tld}, such as example${tld}.`,
    fr: `doit être un seul nom directement sous ${tld}, comme exemple${tld}.`,
  };
}
