import { fieldsFor } from "../../../shared/ordering/registries/registrant-rules.ts";
import type { WhmcsContext } from "../whmcs-context.ts";

/** WHMCS's names for a registry's additional fields and their choices, by this project's field names. */
export type RegistrantFieldNames = ReadonlyMap<string, { name: string; values: ReadonlyMap<string, string> }>;

/** Returns WHMCS's names for the additional fields of an extension's registry. */
export async function registrantFieldNames({ db }: WhmcsContext, tld: string): Promise<RegistrantFieldNames> {
  const { results } = await db
    .prepare("SELECT field, value, written FROM registrant_fields WHERE tld = ? ORDER BY field, value")
    .bind(tld)
    .all<{ field: string; value: string; written: string }>();
  const rows = Map.groupBy(results, ({ field }) => field);
  return new Map(
    [...rows].flatMap(([field, all]) => {
      const name = all.find(({ value }) => value === "")?.written;
      const values = new Map(all.flatMap(({ value, written }) => (value === "" ? [] : [[value, written] as const])));
      return name === undefined ? [] : [[field, { name, values }] as const];
    }),
  );
}

/**
 * Returns whether WHMCS's name for a required field is missing. If so, customers cannot order domains with the
 * extension.
 */
export function lacksFieldNames(tld: string, country: string | null, names: RegistrantFieldNames): boolean {
  return fieldsFor(tld, country).some(({ name, required }) => required && !names.has(name));
}

/**
 * Returns the order parameter `domainfields` for one domain: the given values under WHMCS's names. Returns `undefined`
 * if there are no values.
 */
export function domainFields(
  given: Readonly<Record<string, string>>,
  names: RegistrantFieldNames,
): Record<string, string> | undefined {
  const written = Object.entries(given).flatMap(([field, value]) => {
    const known = names.get(field);
    return known ? [[known.name, known.values.get(value) ?? value]] : [];
  });
  return written.length > 0 ? Object.fromEntries(written) : undefined;
}
