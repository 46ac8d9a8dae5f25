import { fieldsFor } from "../../../shared/ordering/registries/registrant-rules.ts";
import type { WhmcsContext } from "../whmcs-context.ts";

/** The installation's names for a registry's fields and their choices. */
export type RegistrantFieldNames = ReadonlyMap<string, { name: string; values: ReadonlyMap<string, string> }>;

/** Returns the installation's field names for an extension, by this project's names. */
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
 * Returns whether a required field of the registry has no name in the installation. Domains of the extension cannot be
 * ordered then.
 */
export function lacksFieldNames(tld: string, country: string | null, names: RegistrantFieldNames): boolean {
  return fieldsFor(tld, country).some(({ name, required }) => required && !names.has(name));
}

/**
 * Returns the parameter `domainfields` of one domain: the given values under the installation's names. Undefined if
 * there are none.
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
