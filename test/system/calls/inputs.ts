import fc from "fast-check";
import type { Caller } from "./access.ts";
import { inputChanges } from "./changes.ts";
import type { Schema } from "./json-schema.ts";
import type { Input, KnownAccount, SentOrder } from "./known-account.ts";
import { madeBy, validValues } from "./schema-values.ts";
import type { ServedOperation, ServedTool } from "./served-api.ts";

/** The ids of the products in the provider's catalogue. */
export interface KnownCatalogue {
  plans: string[];
  lines: string[];
  extensions: string[];
}

/** The call for which an input is made. */
export interface CallContext {
  caller: Caller;
  target: CallTarget;
  number: number;
  /** The input that an earlier answer to the same caller suggested. */
  led?: Input;
}

/** An operation over HTTP or as a tool. */
export interface CallTarget {
  operation: ServedOperation;
  /** The schema of an object with all members. */
  schema: Schema;
  /** The member that holds the idempotency key; `null` if the operation takes none. */
  keyName: string | null;
}

export function httpTarget(operation: ServedOperation): CallTarget {
  const { parameters, body } = operation;
  const required = parameters.filter(({ isRequired }) => isRequired).map(({ name }) => name);
  const properties = {
    ...Object.fromEntries(parameters.map(({ name, schema }) => [name, schema])),
    ...body?.properties,
  };
  return {
    operation,
    schema: { type: "object", properties, required: [...required, ...(body?.required ?? [])] },
    keyName: KEY_HEADER in properties ? KEY_HEADER : null,
  };
}

export function toolTarget(operation: ServedOperation, { inputSchema }: ServedTool): CallTarget {
  const { additionalProperties: _, ...schema } = inputSchema;
  return { operation, schema, keyName: KEY_ARGUMENT in (inputSchema.properties ?? {}) ? KEY_ARGUMENT : null };
}

/** An input and how it was made. */
export interface MadeInput {
  input: Input;
  /** Whether one member was changed and may violate the schema. */
  isChanged: boolean;
  /** The earlier order that this input repeats with the same key; `null` if it repeats none. */
  repeated: SentOrder | null;
}

const KEY_HEADER = "Idempotency-Key";
const KEY_ARGUMENT = "idempotency_key";
/**
 * Prefixes of domains for which the sandbox registry replies immediately, and of domains for which it delays the reply.
 */
const PREFIXES = "free free free free taken reserved redemption throttle refuse garbage other mixed".split(" ");
const SLOW_PREFIXES = ["slow", "hang", "drip", "flood"];
const SLOW_EVERY = 1_000;
const EXTENSIONS = [".com", ".com", ".com", ".ca", ".fr", ".eu", ".net", ".dev", ".co.uk", ".de", ".us", ".nope"];
const NAMESERVERS = ["ns1.maple.example", "ns2.maple.example", "ns1.example.net", "ns2.example.net", "ns1.example.org"];
const PROMOTIONS = ["WELCOME", "welcome10", "none"];
/** The number of inputs in ten that keep made-up cursors and prices, which are hardly ever correct. */
const MADE_UP_OF_TEN = 3;
const OWN_DOMAINS = new Set(["listServices", "listDomains"]);

/** Makes inputs for operations from the served schemas and from known values. */
export class Inputs {
  readonly #catalogue: KnownCatalogue;
  readonly #foreign: readonly KnownAccount[];
  readonly #made = new Map<CallTarget, fc.Arbitrary<MadeInput>>();
  #context!: CallContext;

  /** @param accounts the known accounts; each account is foreign to the callers of the other accounts */
  constructor(catalogue: KnownCatalogue, accounts: readonly KnownAccount[]) {
    this.#catalogue = catalogue;
    this.#foreign = accounts;
  }

  /** Makes an input. The same seed and known values make the same input, except for its idempotency key. */
  make(context: CallContext, seed: number): MadeInput {
    this.#context = context;
    const { target } = context;
    const made = this.#made.get(target) ?? this.#inputsOf(target);
    this.#made.set(target, made);
    return madeBy(seed, made);
  }

  #inputsOf({ schema, keyName }: CallTarget): fc.Arbitrary<MadeInput> {
    const fitting = validValues(schema, (name) => this.#known(name)) as fc.Arbitrary<Input>;
    const fresh = fc
      .tuple(fitting, fc.nat(9), fc.nat())
      .map(([input, chance, at]) => this.#followed(input, chance, at));
    const changed = fc
      .tuple(fitting, fc.nat(9), fc.nat(), inputChanges(schema.properties ?? {}))
      .map(([made, chance, at, change]): MadeInput => {
        const input = { ...this.#followed(made, chance, at).input };
        change(input);
        return { input, isChanged: true, repeated: null };
      });
    const repeated = fc.tuple(fitting, fc.nat()).map(([input, at]) => this.#again(input, at));
    return fc.oneof(
      { weight: 12, arbitrary: fresh },
      { weight: 5, arbitrary: changed },
      { weight: keyName === null ? 0 : 2, arbitrary: repeated },
    );
  }

  /** Usually returns an input that an earlier answer suggested, if there is one. */
  #followed(input: Input, chance: number, at: number): MadeInput {
    const { caller, target, led } = this.#context;
    const { operation, keyName, schema } = target;
    const account = caller.grant?.account;
    const known = (chance === 0 ? account?.usedInputs(operation.id) : account?.inputs(operation.id)) ?? [];
    const next = led ?? known[at % Math.max(1, known.length)];
    if (!next || (!led && chance > 0 && chance < MADE_UP_OF_TEN)) {
      const made = chance < MADE_UP_OF_TEN ? input : plausible(input, schema);
      return { input: made, isChanged: false, repeated: null };
    }
    if (operation.method !== "GET") account?.use(operation.id, next);
    return {
      input: { ...next, ...(keyName !== null && { [keyName]: crypto.randomUUID() }) },
      isChanged: false,
      repeated: null,
    };
  }

  /** Repeats an earlier order, or sends another order under its key. */
  #again(input: Input, at: number): MadeInput {
    const { caller, target } = this.#context;
    const { operation, keyName } = target;
    const sent = (caller.grant?.account.sent ?? []).filter((order) => order.operation === operation.id);
    const order = sent[at % Math.max(1, sent.length)];
    if (!order || keyName === null) return { input, isChanged: false, repeated: null };
    if (at % 3 === 0) return { input: { ...input, [keyName]: order.key }, isChanged: false, repeated: null };
    return { input: { ...order.input, [keyName]: order.key }, isChanged: false, repeated: order };
  }

  /** Returns the known values for a member of the current operation. */
  #known(name: string): readonly unknown[] {
    const { caller, target, number } = this.#context;
    const { operation } = target;
    const account = caller.grant?.account;
    switch (name) {
      case KEY_HEADER:
      case KEY_ARGUMENT:
        return [crypto.randomUUID()];
      case "domain":
      case "confirm_domain":
        return this.#domains(name);
      case "id":
        if (operation.scopes === null) return this.#catalogue.plans;
        return [...often(account?.values("id") ?? []), ...this.#elsewhere("id")];
      case "order_id":
        return [...often(account?.values("order_id") ?? []), ...this.#elsewhere("order_id")];
      case "zone":
        return [...(account?.values("site") ?? []), "studio-ana.ca"];
      case "plan":
      case "plans":
        return this.#catalogue.plans;
      case "line":
        return this.#catalogue.lines;
      case "tld":
        return this.#catalogue.extensions;
      case "nameservers":
        return NAMESERVERS;
      case "promotion":
        return PROMOTIONS;
      case "fields":
        return [{}];
      case "accept_terms":
        return account?.inputs("orderPlan").map(({ accept_terms }) => accept_terms) ?? [];
      case "reason":
        return ["Moved elsewhere.", `Nº ${number}`];
      default:
        return [];
    }
  }

  #domains(name: string): readonly unknown[] {
    const { caller, target, number } = this.#context;
    const { operation } = target;
    const account = caller.grant?.account;
    const isInPath = operation.path.includes("{domain}");
    if (isInPath || name === "confirm_domain" || OWN_DOMAINS.has(operation.id)) {
      return [...often(account?.values("own_domain") ?? []), ...this.#elsewhere("own_domain")];
    }
    const prefixes = number % SLOW_EVERY === 0 ? SLOW_PREFIXES : PREFIXES;
    const made = prefixes.map((prefix, index) => {
      const extension = EXTENSIONS[(index + number) % EXTENSIONS.length] ?? ".com";
      return `${prefix}-f${number}${extension}`;
    });
    return [...made, ...(account?.values("own_domain").slice(0, 1) ?? [])];
  }

  /** Returns at most one value, which belongs to another account. */
  #elsewhere(name: string): unknown[] {
    const { caller, number } = this.#context;
    const other = this.#foreign[number % Math.max(1, this.#foreign.length)];
    return other && other !== caller.grant?.account ? other.values(name).slice(0, 1) : [];
  }
}

/** Optional members that are rarely correct unless they come from an earlier answer. */
const SELDOM_RIGHT = ["cursor", "expected_price", "billing_cycle", "promotion"];

/** Makes a random input realistic. Removes optional members that are rarely correct and makes the others consistent. */
function plausible(input: Input, { required = [] }: Schema): Input {
  const kept = Object.entries(input).filter(([name]) => required.includes(name) || !SELDOM_RIGHT.includes(name));
  const { domain, type, years, ...others } = Object.fromEntries(kept);
  return {
    ...others,
    ...(domain !== undefined && { domain: typeof type === "string" ? nameToOrder(String(domain), type) : domain }),
    ...(type !== undefined && { type }),
    // A transfer has no choice of years.
    ...(years !== undefined && type !== "transfer" && { years }),
    ...("confirm_domain" in input && { confirm_domain: domain }),
  };
}

/**
 * Renames a domain to a free one for a registration or a taken one for a transfer. Leaves about one in four unchanged.
 */
function nameToOrder(domain: string, type: string): string {
  if (domain.length % 4 === 0) return domain;
  return domain.replace(/^(?:free|taken)-/, type === "transfer" ? "taken-" : "free-");
}

/** Repeats the account's own values, so that another account's value is chosen less often. */
function often(values: readonly unknown[]): unknown[] {
  return [...values, ...values, ...values, ...values];
}

/** Reads the catalogue of a running system. */
export async function readCatalogue(ask: (operation: string) => Promise<Input>): Promise<KnownCatalogue> {
  const [lines, plans, pricing] = await Promise.all(["listProductLines", "listPlans", "getDomainPricing"].map(ask));
  const idsIn = (list: unknown, member: string) => ((list ?? []) as Input[]).map((item) => String(item[member]));
  return {
    lines: idsIn(lines?.product_lines, "id"),
    plans: idsIn(plans?.plans, "id"),
    extensions: idsIn(pricing?.domains, "tld"),
  };
}
