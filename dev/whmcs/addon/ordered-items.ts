import { cycleNamed } from "../cycles.ts";
import type { OrderedItem, WhmcsOrderLine } from "../order-tables.ts";
import { entriesOf, type Parameters } from "../parameters.ts";
import type { WhmcsState } from "../state.ts";

function item(kind: OrderedItem["kind"], what: string, name = "", cycle = ""): OrderedItem {
  return { kind, what, name, cycle };
}

/** Returns the items that an order requests. */
export function orderedBy({ pid, domaintype, domainrenewals, serviceid, ...more }: Parameters): OrderedItem[] {
  const at = (list: string, index: string) => entriesOf(more[list]).find(([key]) => key === index)?.[1] ?? "";
  const changed = item("upgrade", `${serviceid} ${more.newproductid}`, "", String(more.newproductbillingcycle));
  return [
    ...entriesOf(pid).map(([index, product]) =>
      item("product", product, at("domain", index), at("billingcycle", index)),
    ),
    ...entriesOf(domaintype).map(([index, type]) => {
      return item("domain", `${type} ${at("regperiod", index)}`, at("domain", index));
    }),
    ...entriesOf(domainrenewals).map(([name, years]) => item("renewal", years, name)),
    ...(serviceid === undefined ? [] : [changed]),
  ];
}

/** Returns the item that a line of an order created or was meant to change; `null` if it no longer exists. */
export function madeBy({ services, domains, upgrades }: WhmcsState, line: WhmcsOrderLine): OrderedItem | null {
  switch (line.kind) {
    case "product": {
      const service = services.find(({ id }) => id === line.serviceId);
      return service ? item("product", String(service.productId), service.domain, service.billingCycle) : null;
    }
    case "domain":
    case "renewal": {
      const what = line.kind === "domain" ? `${line.type.toLowerCase()} ${line.years}` : String(line.years);
      return item(line.kind, what, domains.find(({ id }) => id === line.domainId)?.name);
    }
    case "upgrade": {
      const upgrade = upgrades.find(({ id }) => id === line.upgradeId);
      return upgrade ? item("upgrade", `${upgrade.serviceId} ${upgrade.productId}`, "", upgrade.cycle) : null;
    }
  }
}

/**
 * Returns whether an item may be the requested one. A free or one-time product ignores the requested cycle, and a
 * domain may be missing.
 */
export function mayBeSame(asked: OrderedItem, made: OrderedItem): boolean {
  const [one, other] = [cycleNamed(asked.cycle), cycleNamed(made.cycle)];
  const isCycle = one === undefined || other === undefined || one === other;
  const isName = asked.name === "" || made.name === "" || asked.name.toLowerCase() === made.name.toLowerCase();
  return asked.kind === made.kind && asked.what === made.what && isCycle && isName;
}
