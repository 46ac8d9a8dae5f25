import { productLines } from "../../seed/product-lines.ts";
import type { WhmcsState } from "../state.ts";

/** The products as the addon reads them from the tables: what the API does not tell. */
export function catalogueOf({ products, groupNames = {} }: Pick<WhmcsState, "products" | "groupNames">) {
  return products.map(({ id, groupId, name, proRataDay, isHidden = false, isRetired = false, upgradesTo }, order) => {
    const group = groupNames[groupId] ?? productLines[groupId - 1]?.name.en ?? "";
    const others = products.filter((other) => other.groupId === groupId && other.id !== id);
    return {
      id,
      group: { id: groupId, name: group, order: groupId, hidden: false },
      ...{ name, order, hidden: isHidden, retired: isRetired },
      prorata: proRataDay === undefined ? null : { date: proRataDay, next_month_from: 31 },
      upgrades_to: upgradesTo ?? [id, ...others.map((other) => other.id)],
      translations: {},
    };
  });
}
