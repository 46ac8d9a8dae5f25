import { termsTable, textTables } from "../../scripts/catalogue/catalogue-tables.ts";
import { replacements, type Table } from "../../scripts/catalogue/table-sql.ts";
import { fieldsFor } from "../../shared/ordering/registries/registrant-rules.ts";
import { catalogue, extensions, plans } from "../seed/catalogue.ts";
import { productOf, promotionCode } from "./seed.ts";

/**
 * Returns the SQL statements that replace the plan map in the database of a billing system with the demonstration's
 * plan map.
 */
export function planMapStatements(): string[] {
  const products: Table = [
    "plan_products",
    plans.map(({ id, firstYearDiscount }) => ({
      product_id: productOf(id),
      plan_id: id,
      promotion: firstYearDiscount ? promotionCode(id) : null,
    })),
  ];
  return replacements([...textTables(catalogue, WHMCS_CARTS), products, termsTable(catalogue), registrantFields()]);
}

/** Returns the names that the installation has for registries' fields. They are the English labels. */
function registrantFields(): Table {
  const rows = extensions.flatMap(({ tld }) => {
    const fields = COUNTRIES.flatMap((country) => fieldsFor(tld, country));
    const byName = new Map(fields.map((field) => [field.name, field]));
    return [...byName.values()].flatMap(({ name, label, options }) => [
      { tld, field: name, value: "", written: label.en },
      ...(options ?? []).map((option) => ({ tld, field: name, value: option.value, written: option.label.en })),
    ]);
  });
  return ["registrant_fields", rows];
}

/** The countries for customers' addresses. Some registries require more fields for some countries. */
const COUNTRIES = [null, "CA", "US", "FR", "IT", "ES", "PT", "IE", "AU", "NZ", "DE", "GB"];

/** The cart links of an installation. */
const WHMCS_CARTS = {
  plan_cart: "{client_area}/cart.php?a=add&pid={product}&promocode={promotion}",
  register_cart: "{client_area}/cart.php?a=add&domain=register&query={domain}",
  transfer_cart: "{client_area}/cart.php?a=add&domain=transfer&query={domain}",
  domains_cart: "{client_area}/cart.php?a=add&domain=register",
};
