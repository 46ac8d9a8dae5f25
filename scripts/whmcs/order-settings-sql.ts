import { fieldsFor, ruleOf } from "../../shared/ordering/registries/registrant-rules.ts";
import { guard, insert, MARK } from "./sql-text.ts";

/** The registrants' countries to check for additional fields of registries; `null` means no country. */
const COUNTRIES = [null, "CA", "US", "FR", "IT", "ES", "PT", "IE", "AU", "NZ", "DE", "GB"];

const HEADING = [
  "-- What orders need besides prices: the terms that customers accept, and what WHMCS calls the fields that registries ask for.",
  `-- 1. Write every text that begins with ${MARK} The file is refused while one is left.`,
  "-- 2. A new version of terms is a new row with the day that it comes into force; what was accepted stays readable.",
  "-- 3. Fields are those of resources/domains/additionalfields.php on the server, and its dist.additionalfields.php: the name, and",
  "--    its options to the letter. Delete the rows of an extension whose names are not to be ordered here.",
  "",
];

/**
 * Returns the settings for orders as SQL, which the provider then edits.
 * @param extensions the extensions that are sold, with their leading dot
 */
export function orderSettingsSql(extensions: string[]): string {
  const columns = ["scope", "in_force_on", "title_en", "title_fr", "url"];
  const marked = ["YYYY-MM-DD", "title in English", "titre en français", "https://…"].map((text) => `${MARK} ${text}`);
  const withRules = extensions.filter((tld) => ruleOf(tld).residence || fieldsOf(tld).length > 0);
  return [
    ...HEADING,
    ...["DELETE FROM registrant_fields;", "DELETE FROM terms;", ""],
    "-- Your own terms, and those of registries that want their own accepted; delete what does not apply.",
    insert("terms", columns, ["", ...marked]),
    ...withRules.map((tld) => insert("terms", columns, [tld, ...marked])),
    "",
    ...withRules.flatMap(fieldRows),
    ...guard([
      ["terms", "in_force_on"],
      ["terms", "title_en"],
      ["terms", "title_fr"],
      ["terms", "url"],
      ["registrant_fields", "written"],
    ]),
  ].join("\n");
}

function fieldsOf(tld: string) {
  const all = COUNTRIES.flatMap((country) => fieldsFor(tld, country));
  return [...new Map(all.map((field) => [field.name, field])).values()];
}

function fieldRows(tld: string): string[] {
  const columns = ["tld", "field", "value", "written"];
  const rows = fieldsOf(tld).flatMap(({ name, label, options }) => [
    insert("registrant_fields", columns, [tld, name, "", `${MARK} ${label.en}`]),
    ...(options ?? []).map(({ value, label: choice }) =>
      insert("registrant_fields", columns, [tld, name, value, `${MARK} ${choice.en}`]),
    ),
  ]);
  return rows.length > 0 ? [`-- ${tld}`, ...rows, ""] : [];
}
