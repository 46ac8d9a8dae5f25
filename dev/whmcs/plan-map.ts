import { termsTable, textTables } from "../../scripts/catalogue/catalogue-tables.ts";
import { replacements, type Table } from "../../scripts/catalogue/table-sql.ts";
import { fieldsFor } from "../../shared/ordering/registries/registrant-rules.ts";
import { catalogue, extensions, plans } from "../seed/catalogue.ts";
import { productOf, promotionCode } from "./seed.ts";

/** SQL that puts the demonstration's plan map into the database of a billing system, in place of earlier rows. */
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

/** The installation's names for registries' fields: their English words. */
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

/** The countries of customers' addresses, because registries require more fields for some. */
const COUNTRIES = [null, "CA", "US", "FR", "IT", "ES", "PT", "IE", "AU", "NZ", "DE", "GB"];

/** The carts of an installation. Its pages are the demonstration's. */
const WHMCS_CARTS = {
  plan_cart: "{client_area}/cart.php?a=add&pid={product}&promocode={promotion}",
  register_cart: "{client_area}/cart.php?a=add&domain=register&query={domain}",
  transfer_cart: "{client_area}/cart.php?a=add&domain=transfer&query={domain}",
  domains_cart: "{client_area}/cart.php?a=add&domain=register",
};
