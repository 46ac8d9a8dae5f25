import { INTERNATIONALIZED, LEAST_LENGTH } from "./name-rules.ts";
import { REGISTRATION_YEARS } from "./registration-terms.ts";

/** Whether the tables list the extension. @param tld with its first dot, such as `.co.uk` */
export function isKnownExtension(tld: string): boolean {
  return [REGISTRATION_YEARS, LEAST_LENGTH, INTERNATIONALIZED].some((fact) => fact.sourceOf(tld) !== null);
}
