import { CYCLES } from "../cycles.ts";
import type { AddonActionRow, WhmcsState } from "../state.ts";

export type OrderedItems = AddonActionRow["ordered"];

/** What an order was asked for. What is not given is an empty text or 0, and is not compared. */
export function orderedBy(parameters: Record<string, unknown>): OrderedItems {
  const entries = (name: string) => {
    const given = parameters[name] ?? [];
    return Object.entries(typeof given === "object" ? given : [given]);
  };
  const at = (name: string, index: string) => {
    const given = parameters[name] ?? "";
    return String(typeof given === "object" ? ((given as Record<string, unknown>)[index] ?? "") : given);
  };
  const { domaintype, serviceid, newproductid = 0, newproductbillingcycle = "" } = parameters;
  return {
    products: entries("pid").map(([index, product]) => ({
      ...{ product: Number(product), cycle: at("billingcycle", index), domain: at("domain", index) },
    })),
    domains: (domaintype === undefined ? [] : entries("domain")).map(([index, name]) => ({
      ...{ name: String(name), type: at("domaintype", index), years: Number(at("regperiod", index)) },
    })),
    renewals: entries("domainrenewals").map(([name, years]) => ({ name, years: Number(years) })),
    changes:
      serviceid === undefined
        ? []
        : [{ service: Number(serviceid), product: Number(newproductid), cycle: String(newproductbillingcycle) }],
  };
}

/** What an order has made, or was to change. */
export function madeBy(state: WhmcsState, orderId: number): OrderedItems {
  const made: OrderedItems = { products: [], domains: [], renewals: [], changes: [] };
  for (const line of state.orders.find(({ id }) => id === orderId)?.lines ?? []) {
    switch (line.kind) {
      case "product": {
        const service = state.services.find(({ id }) => id === line.serviceId);
        if (service) {
          const { productId, billingCycle, domain } = service;
          made.products.push({ product: productId, cycle: billingCycle, domain: domain ?? "" });
        }
        break;
      }
      case "domain":
      case "renewal": {
        const name = state.domains.find(({ id }) => id === line.domainId)?.name ?? "";
        if (line.kind === "domain") made.domains.push({ name, type: line.type, years: line.years });
        else made.renewals.push({ name, years: line.years });
        break;
      }
      case "upgrade": {
        const upgrade = state.upgrades.find(({ id }) => id === line.upgradeId);
        if (upgrade) {
          const { serviceId, productId, cycle } = upgrade;
          made.changes.push({ service: serviceId, product: productId, cycle });
        }
        break;
      }
    }
  }
  return made;
}

/** Whether an order may be the one: it has something of what was asked for, or nothing that says what it is. */
export function mayBe(asked: OrderedItems, made: OrderedItems): boolean {
  const says = [made.products, made.domains, made.renewals, made.changes].some((items) => items.length > 0);
  return (
    !says ||
    hasPair(
      asked.products,
      made.products,
      (item, service) =>
        service.product === item.product &&
        mayBeSameCycle(service.cycle, item.cycle) &&
        (item.domain === "" || mayBeSameName(service.domain, item.domain)),
    ) ||
    hasPair(
      asked.domains,
      made.domains,
      (item, domain) =>
        !isOtherType(domain.type, item.type) &&
        mayBeSameNumber(domain.years, item.years) &&
        mayBeSameName(domain.name, item.name),
    ) ||
    hasPair(
      asked.renewals,
      made.renewals,
      (item, renewal) => mayBeSameNumber(renewal.years, item.years) && mayBeSameName(renewal.name, item.name),
    ) ||
    hasPair(
      asked.changes,
      made.changes,
      (item, change) =>
        change.service === item.service &&
        mayBeSameNumber(change.product, item.product) &&
        mayBeSameCycle(change.cycle, item.cycle),
    )
  );
}

function hasPair<Item>(items: Item[], made: Item[], isOne: (item: Item, one: Item) => boolean): boolean {
  return items.some((item) => made.some((one) => isOne(item, one)));
}

function isOtherType(...types: [string, string]): boolean {
  const written = types.map((type) => type.toLowerCase());
  return written.includes("register") && written.includes("transfer");
}

function mayBeSameNumber(one: number, other: number): boolean {
  return one === other || one === 0 || other === 0;
}

/** What is free or paid once is so by the product, whatever was asked. */
function mayBeSameCycle(...cycles: [string, string]): boolean {
  const [one = "", other = ""] = cycles.map((cycle) => cycle.toLowerCase().replaceAll(/[ -]/g, ""));
  const known: readonly string[] = CYCLES;
  return one === other || !known.includes(one) || !known.includes(other);
}

/** A name in another script is kept in one of two forms: which one is not known. */
function mayBeSameName(one: string, other: string): boolean {
  if (one === "" || other === "") return true;
  const isPlain = !/[^\x21-\x7e]|xn--/i.test(one + other);
  return isPlain ? one.toLowerCase() === other.toLowerCase() : true;
}
