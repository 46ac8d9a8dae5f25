import { CATALOGUE_FILE } from "../catalogue/catalogue.ts";
import type { Catalogue } from "../catalogue/catalogue-file.ts";
import { type Finding, ok, stop, warn } from "../findings.ts";

/**
 * Checks whether the catalogue is ready for real payments.
 * @param today the date as YYYY-MM-DD
 */
export function checkCatalogue(
  { plans, extensions, terms }: Catalogue,
  isSellingNames: boolean,
  today: string,
): Finding[] {
  const inForce = terms.filter((of) => !of.extensions && of.inForceOn <= today);
  const made = [...terms.map(({ url }) => url)].filter((url) => new URL(url).hostname.endsWith(".example"));
  const currencies = [...new Set(plans.flatMap(({ prices }) => Object.keys(prices)))];
  const partly = plans.filter(({ prices }) => Object.keys(prices).length < currencies.length);
  return [
    inForce.length > 0
      ? ok("Your terms are in force.")
      : stop(`None of your terms is in force, so nothing can be ordered. Set in_force_on in ${CATALOGUE_FILE}.`),
    ...made.map((url) =>
      stop(`Terms are at ${url}, the demonstration's address: write yours in ${CATALOGUE_FILE}, terms.`),
    ),
    ...partly.map(({ id }) =>
      warn(`${id} is sold in ${Object.keys(plans.find((of) => of.id === id)?.prices ?? {})} alone.`),
    ),
    ...(extensions.length > 0 && !isSellingNames
      ? [
          stop(
            `${extensions.length} extensions have prices, and there is no REGISTRAR: paid names would wait forever. Set it in provider.env, or remove them.`,
          ),
        ]
      : []),
  ];
}
