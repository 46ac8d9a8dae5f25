import { ASK_KINDS, type Asks } from "../../../shared/account-access/asks.ts";
import type { Caller } from "./access.ts";
import type { Cells } from "./cells.ts";
import type { Seen } from "./judged-requests.ts";
import type { Input } from "./known-account.ts";
import { type CallSystem, STRANGER } from "./system.ts";
import { ACTING, CALLS, type Way } from "./ways.ts";

/** The login that makes the writes, and its account. */
export const CUSTOMER = { login: "big", account: STRANGER };

/** The maximum number of times that the search corrects an input after a refusal. */
const MAX_HINTS = 4;

/** A write that succeeds unless a test prevents it. */
export interface DoableWrite {
  way: Way;
  input: Input;
  /** The same input for a different target. */
  another: Input;
  key: string;
  /** The kinds of approval that a customer can require for this input. */
  asked: (keyof Asks)[];
  /**
   * A caller that may make this call without approval. Its connection needs approval for all other kinds of actions and
   * for orders above the price in this input.
   */
  caller: Caller;
}

/**
 * Returns the kinds of approval that a call can need in these tests. No account has a saved card, so automatic renewal
 * charges nothing and needs no approval.
 */
export function askedHere({ row: { id, asks } }: Way): readonly (keyof Asks)[] {
  return id === "setDomainAutoRenew" ? [] : asks;
}

/**
 * Finds an input that succeeds for each acting call. It starts with the example and corrects it after each refusal.
 */
export async function doableWrites(system: CallSystem, cells: Cells): Promise<DoableWrite[]> {
  const targets = await CustomersTargets.read(system, cells);
  const found: DoableWrite[] = [];
  for (const way of ACTING) found.push(await doableWrite(system, cells, targets, way));
  return found;
}

/** Turns the input of a plan change into a downgrade by replacing its service with a more expensive one. */
export async function downgraded(system: CallSystem, input: Input): Promise<Input> {
  return { ...input, id: await addService(system, "web-max", { price: 99_900 }), expected_price: 0 };
}

async function doableWrite(
  system: CallSystem,
  cells: Cells,
  targets: CustomersTargets,
  way: Way,
): Promise<DoableWrite> {
  // A plan change has an input that upgrades the plan. Only a downgrade needs a `cancel` approval.
  const asks = askedHere(way);
  const asked = asks.filter((kind) => kind !== "cancel" || !asks.includes("orders"));
  // This caller needs approval for the call, so nothing changes while the search tries inputs.
  const asking = await system.newCaller({ ...CUSTOMER, ask: asked });
  const learn = async (example: Input): Promise<Input> => {
    let input = example;
    for (let hint = 0; hint < MAX_HINTS && asked.length > 0; hint++) {
      const told = hintOf(await cells.send({ way, caller: asking, input }));
      if (told === null) break;
      input = { ...input, ...told };
    }
    return input;
  };
  const input = await learn(await targets.inputFor(way));
  const another = await learn(await targets.inputFor(way));
  const price = typeof input.expected_price === "number" ? input.expected_price : null;
  const ask: string[] = ASK_KINDS.filter((kind) => !asked.includes(kind) || (price !== null && kind === "orders"));
  const choices = { ...CUSTOMER, ask, ...(price !== null && { askAmount: String(price) }) };
  const caller = await system.newCaller(choices);
  return { way, input, another, key: `write-${way.name.replaceAll(" ", "-")}`, asked, caller };
}

/** Returns the input members that a refusal requires; `null` if it requires none. */
function hintOf({ code, value }: Seen): Input | null {
  const { price, statement, terms } = value as {
    price?: { amount: number };
    statement?: { confirm: string };
    terms?: { version: string };
  };
  if (code === "refused" && statement) return { confirm: statement.confirm };
  if (code === "refused" && price) return { expected_price: price.amount };
  if (code === "terms_not_accepted" && terms) return { accept_terms: terms.version };
  return null;
}

/** The customer's targets that writes can act on. Each target is used once. */
class CustomersTargets {
  readonly #system: CallSystem;
  readonly #cells: Cells;
  readonly #domains: string[];
  #names = 0;

  private constructor(system: CallSystem, cells: Cells, domains: string[]) {
    this.#system = system;
    this.#cells = cells;
    this.#domains = domains;
  }

  static async read(system: CallSystem, cells: Cells): Promise<CustomersTargets> {
    const dates = "registered_on < date('now', '-90 days') AND expires_on > date('now', '+60 days')";
    const where = `status = 'active' AND name LIKE '%.com' AND ${dates}`;
    return new CustomersTargets(system, cells, (await system.namesOf(STRANGER, "name", "domains", where)) as string[]);
  }

  /** Returns the example with an unused target and a wrong price. */
  async inputFor({ operation }: Way): Promise<Input> {
    const input: Input = { ...(operation.example as Input), ...(await this.#targetOf(operation)) };
    if ("confirm_domain" in operation.input.shape) input.confirm_domain = input.domain;
    if ("expected_price" in operation.input.shape) input.expected_price = 0.01;
    // The domain is already locked, so locking it would change nothing and would need no approval.
    if ("locked" in operation.input.shape) input.locked = false;
    return input;
  }

  async #targetOf({ target, http }: Way["operation"]): Promise<Input> {
    switch (target?.kind) {
      case "domain":
        return { domain: http.path.includes("{") ? this.#nextDomain() : `free-matrix-${++this.#names}.com` };
      case "service":
        return { id: await addService(this.#system, "web-start") };
      case "zone":
        return addZone(this.#system, this.#cells, `matrix${++this.#names}`);
      default:
        return {};
    }
  }

  #nextDomain(): string {
    const domain = this.#domains.shift();
    if (domain === undefined) throw new Error("the customer has too few domains");
    return domain;
  }
}

let services = 29_000;

/** Adds an active service to the customer's account. Returns the service id. */
async function addService(
  { world }: CallSystem,
  plan: string,
  { domain = null, price = 6_000 }: { domain?: string | null; price?: number } = {},
): Promise<number> {
  const id = ++services;
  await world.billing
    .prepare(
      `INSERT INTO services (id, account_id, plan_id, plan_name, domain, status, billing_cycle, next_due_on, recurring_price)
       VALUES (?, ?, ?, ?, ?, 'active', 'annually', date('now', '+200 days'), ?)`,
    )
    .bind(id, STRANGER, plan, plan, domain, price)
    .run();
  return id;
}

/** Adds a service with a DNS zone. Returns an input that adds a record to the zone's current revision. */
async function addZone(system: CallSystem, cells: Cells, user: string): Promise<Input> {
  const { cpanel, billing } = system.world;
  const [sample] = cpanel.zones;
  const reading = CALLS.find(({ operation, transport }) => operation.id === "readDnsZone" && transport === "http");
  if (!sample || !reading) throw new Error("there is no zone, or none can be read");
  const zone = `${user}.com`;
  cpanel.zones.push({ user, name: zone, text: sample.text.replaceAll(sample.name, zone) });
  const id = await addService(system, "web-start", { domain: zone });
  await billing.prepare("UPDATE services SET server = '1', server_user = ? WHERE id = ?").bind(user, id).run();
  const { value } = await cells.send({ way: reading, caller: await system.caller(CUSTOMER), input: { id, zone } });
  return {
    id,
    zone,
    revision: value.revision,
    add: [{ name: `www2.${zone}`, type: "A", ttl: 3600, data: ["192.0.2.80"] }],
  };
}
