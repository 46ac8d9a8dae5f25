import { fieldsFor } from "../../../shared/ordering/registries/registrant-rules.ts";
import type { WhmcsContext } from "../whmcs-context.ts";

/** The installation's names for a registry's fields and their choices. */
export type RegistrantFieldNames = ReadonlyMap<string, { name: string; values: ReadonlyMap<string, string> }>;

/** The fields of an extension for which the provider has set names, by our own names. */
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

/** Whether a required field of the registry has no name in the installation: names of the extension cannot be ordered then. */
export function lacksFieldNames(tld: string, country: string | null, names: RegistrantFieldNames): boolean {
  return fieldsFor(tld, country).some(({ name, required }) => required && !names.has(name));
}

/** The parameter `domainfields` of one name: the given values, under the installation's names; undefined without any. */
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
