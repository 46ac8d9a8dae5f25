import { cycleNamed } from "../cycles.ts";
import type { WhmcsOrder } from "../order-tables.ts";
import type { OrderedItem, WhmcsState } from "../state.ts";

/** What an order was asked for. */
export function orderedBy(parameters: Record<string, unknown>): OrderedItem[] {
  const list = (name: string) => Object.entries((parameters[name] ?? {}) as Record<string, unknown>);
  const at = (name: string, index: string) => String(list(name).find(([key]) => key === index)?.[1] ?? "");
  const { serviceid, newproductid, newproductbillingcycle } = parameters;
  const changed = {
    kind: "upgrade",
    what: `${serviceid} ${newproductid}`,
    cycle: String(newproductbillingcycle),
  } as const;
  return [
    ...list("pid").map(([index, product]) => ({
      ...{
        kind: "product" as const,
        what: String(product),
        cycle: at("billingcycle", index),
        name: at("domain", index),
      },
    })),
    ...list("domaintype").map(([index, type]) => ({
      ...{ kind: "domain" as const, what: `${type} ${at("regperiod", index)}`, cycle: "", name: at("domain", index) },
    })),
    ...list("domainrenewals").map(([name, years]) => ({
      kind: "renewal" as const,
      what: String(years),
      cycle: "",
      name,
    })),
    ...(serviceid === undefined ? [] : [{ ...changed, name: "" }]),
  ];
}

/** What a line of an order has made, or was to change. */
export function madeBy({ services, domains, upgrades }: WhmcsState, line: WhmcsOrder["lines"][number]): OrderedItem[] {
  const { kind } = line;
  switch (kind) {
    case "product": {
      const service = services.find(({ id }) => id === line.serviceId);
      return service
        ? [{ kind, what: String(service.productId), cycle: service.billingCycle, name: service.domain }]
        : [];
    }
    case "domain":
    case "renewal": {
      const what = kind === "domain" ? `${line.type.toLowerCase()} ${line.years}` : String(line.years);
      return [{ kind, what, cycle: "", name: domains.find(({ id }) => id === line.domainId)?.name ?? "" }];
    }
    case "upgrade": {
      const upgrade = upgrades.find(({ id }) => id === line.upgradeId);
      return upgrade
        ? [{ kind, what: `${upgrade.serviceId} ${upgrade.productId}`, cycle: upgrade.cycle, name: "" }]
        : [];
    }
  }
}

/** What is free or paid once is so by the product, whatever cycle was asked for; a name may be left out. */
export function mayBeSame(asked: OrderedItem, made: OrderedItem): boolean {
  const [one, other] = [cycleNamed(asked.cycle), cycleNamed(made.cycle)];
  const isCycle = one === undefined || other === undefined || one === other;
  const isName = asked.name === "" || made.name === "" || asked.name.toLowerCase() === made.name.toLowerCase();
  return asked.kind === made.kind && asked.what === made.what && isCycle && isName;
}
