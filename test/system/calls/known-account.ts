import { authCodeElsewhere } from "../../../dev/sandbox/names.ts";
import { keepNewest } from "../../../shared/platform/keep-newest.ts";
import type { ServedOperation } from "./served-api.ts";

export type Input = Record<string, unknown>;

/** An order that was sent with an idempotency key and may be sent again. */
export interface SentOrder {
  operation: string;
  input: Input;
  key: string;
}

const MAX_KEPT = 30;

/**
 * What a campaign knows about one account: its ids, the calls that answers suggested, and the orders that were sent.
 */
export class KnownAccount {
  readonly accountId: number;
  readonly sent: SentOrder[] = [];
  readonly #values = new Map<string, Map<string, unknown>>();
  readonly #inputs = new Map<string, Map<string, Input>>();
  readonly #used = new Map<string, Map<string, Input>>();

  constructor(accountId: number) {
    this.accountId = accountId;
  }

  values(name: string): unknown[] {
    return [...(this.#values.get(name)?.values() ?? [])];
  }

  /**
   * Returns the unused inputs that earlier answers suggested for an operation, such as an order at its quoted price.
   */
  inputs(operation: string): Input[] {
    return [...(this.#inputs.get(operation)?.values() ?? [])];
  }

  /** Returns the inputs that were already used for an operation. The answers behind them may be outdated. */
  usedInputs(operation: string): Input[] {
    return [...(this.#used.get(operation)?.values() ?? [])];
  }

  use(operation: string, input: Input): void {
    const key = JSON.stringify(input);
    this.#inputs.get(operation)?.delete(key);
    this.#keep(this.#used, operation, key, input);
  }

  addSent(order: SentOrder): void {
    this.sent.push(order);
    if (this.sent.length > MAX_KEPT) this.sent.shift();
  }

  /** Stores the values in an answer for later inputs. @returns the first call that the answer suggests, or `null` */
  learn({ id: operation }: Pick<ServedOperation, "id">, input: Input, answer: Input): Following | null {
    for (const [name, read] of Object.entries(VALUES[operation] ?? {})) {
      for (const value of read(answer)) this.#keep(this.#values, name, JSON.stringify(value), value);
    }
    const following = [FOLLOWING[operation]?.(answer, input) ?? []].flat();
    if (typeof answer.next_cursor === "string")
      following.push({ operation, input: { ...input, cursor: answer.next_cursor } });
    for (const next of following) this.#keep(this.#inputs, next.operation, JSON.stringify(next.input), next.input);
    return following[0] ?? null;
  }

  #keep<Kept>(all: Map<string, Map<string, Kept>>, name: string, key: string, value: Kept): void {
    const kept = all.get(name) ?? new Map<string, Kept>();
    all.set(name, kept);
    keepNewest(kept, key, value, MAX_KEPT);
  }
}

/** Functions that read values for later inputs from an answer, by operation and the name of the value. */
const VALUES: Record<string, Record<string, (answer: Input) => unknown[]>> = {
  listServices: { id: listed("services", "id"), site: listed("services", "domain") },
  listDomains: { own_domain: listed("domains", "domain") },
  listOrders: { order_id: listed("orders", "order_id") },
  orderDomain: { order_id: ordered },
  orderPlan: { order_id: ordered },
  renewDomain: { order_id: ordered },
};

function listed(list: string, member: string) {
  return (answer: Input): unknown[] =>
    ((answer[list] ?? []) as Input[])
      .map((item) => item[member])
      .filter((value) => value !== null && value !== undefined);
}

function ordered(answer: Input): unknown[] {
  return typeof answer.order_id === "number" ? [answer.order_id] : [];
}

interface Terms {
  version: string;
}

interface Price {
  amount: number;
}

interface DomainField {
  name: string;
  type: string;
  options: { value: string }[] | null;
  default: string | null;
}

export interface Following {
  operation: string;
  input: Input;
}

/** The calls that an answer suggests. For example, a quote suggests the order that accepts its price and terms. */
const FOLLOWING: Record<string, (answer: Input, input: Input) => Following | Following[] | null> = {
  listServices({ services }) {
    const hosted = (services as Input[]).filter(({ domain }) => typeof domain === "string");
    return hosted.map(({ id, domain }) => ({ operation: "readDnsZone", input: { id, zone: domain } }));
  },
  quoteDomainOrder({ domain, type, years, fields, terms, price, available }) {
    if (!available) return null;
    const values = (fields as DomainField[]).map(({ name, type: kind, options, default: usual }) => [
      name,
      usual ?? (kind === "tickbox" ? "true" : (options?.[0]?.value ?? "Fuzz")),
    ]);
    const isTransfer = type === "transfer";
    return {
      operation: "orderDomain",
      input: {
        ...{ domain, type, years, fields: Object.fromEntries(values) },
        ...(isTransfer && { auth_code: authCodeElsewhere(String(domain)) }),
        accept_terms: (terms as Terms).version,
        expected_price: (price as Price).amount,
      },
    };
  },
  quotePlanOrder({ plan, billing_cycle, terms, first_payment }, { domain, promotion }) {
    return {
      operation: "orderPlan",
      input: {
        ...{ plan, billing_cycle },
        ...(domain !== undefined && { domain }),
        ...(promotion !== undefined && { promotion }),
        accept_terms: (terms as Terms).version,
        expected_price: (first_payment as Price).amount,
      },
    };
  },
  quotePlanChange({ plan, billing_cycle, due_now, allowed }, { id }) {
    if (!allowed) return null;
    return { operation: "changePlan", input: { id, plan, billing_cycle, expected_price: (due_now as Price).amount } };
  },
  quoteCancellation({ confirm, when }, { id }) {
    return typeof confirm === "string" ? { operation: "cancelService", input: { id, when, confirm } } : null;
  },
  readDnsZone({ revision, records }, { id, zone }) {
    const [first] = records as Input[];
    const number = (records as Input[]).length;
    const add = [{ name: `fuzz-${number}.${zone}`, type: "A", ttl: 300, data: ["192.0.2.1"] }];
    const remove = number > 20 && first ? [first] : [];
    return { operation: "changeDnsZone", input: { id, zone, revision, remove, add } };
  },
};
