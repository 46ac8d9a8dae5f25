import { extensionOf } from "../../../../shared/domain-names/parse-domain.ts";
import { membersOf, type NamecomAccount, NamecomApi } from "./namecom-api.ts";
import type { RegistrarResult } from "./registrar.ts";

/**
 * The registrar's name (`tldRequirements`) for each extra field of a registry, by extension. The registrar shows these
 * names only to its own accounts. {@link unmappedRequirements} checks the names with such an account. The name for
 * `.ca` is not confirmed yet.
 */
const REQUIREMENTS: Record<string, Record<string, string>> = { ".ca": { legal_type: "X-CA-LEGALTYPE" } };

/** The contact fields, which every order has. */
const CONTACT_FIELDS = new Set(
  "firstName lastName companyName address1 address2 city state zip country phone fax email".split(" "),
);

/** Returns an order's extra fields under the registrar's names; `undefined` if the extension has none. */
export function tldRequirementsOf(name: string, fields: Record<string, string>): Record<string, string> | undefined {
  const names = REQUIREMENTS[extensionOf(name)];
  if (!names) return undefined;
  const known = Object.entries(fields).flatMap(([field, value]) => (names[field] ? [[names[field], value]] : []));
  return Object.fromEntries(known);
}

/**
 * Returns the fields that the registrar requires for an extension, such as `.ca`, but that no order has. If there are
 * any, domains under that extension cannot be sold.
 */
export async function unmappedRequirements(account: NamecomAccount, tld: string): Promise<RegistrarResult<string[]>> {
  const found = await new NamecomApi(account).call("GetRequirement", { name: tld.slice(1) }, undefined);
  if (!found.ok) return found;
  const { requirements } = membersOf<{ requirements: unknown }>(found.body);
  const fields = Object.entries(
    membersOf<Record<string, unknown>>(membersOf<{ fields: unknown }>(requirements).fields),
  );
  const mapped = new Set(Object.values(REQUIREMENTS[tld] ?? {}));
  const isRequired = (field: unknown) => String(membersOf<{ required: boolean }>(field).required) === "true";
  const missing = fields.filter(([key, field]) => isRequired(field) && !CONTACT_FIELDS.has(key) && !mapped.has(key));
  return { ok: true, value: missing.map(([key]) => key) };
}

/** Returns the account balance at the registrar, in US dollars. */
export async function accountBalance(account: NamecomAccount): Promise<RegistrarResult<number>> {
  const found = await new NamecomApi(account).call("CheckAccountBalance", {}, undefined);
  if (!found.ok) return found;
  const { balance } = membersOf<{ balance: number }>(found.body);
  return typeof balance === "number" ? { ok: true, value: balance } : { ok: false, problem: { kind: "unavailable" } };
}

/** The maximum number of extensions in one pricing call. */
const PRICED_AT_ONCE = 25;

/**
 * Returns what registering a domain for a year costs the account, in US dollars, by extension. Extensions that the
 * registrar does not sell are missing.
 */
export async function registrationCosts(
  account: NamecomAccount,
  tlds: readonly string[],
): Promise<RegistrarResult<Map<string, number>>> {
  const costs = new Map<string, number>();
  for (let start = 0; start < tlds.length; start += PRICED_AT_ONCE) {
    const asked = tlds.slice(start, start + PRICED_AT_ONCE).map((tld): [string, string] => ["tlds", tld.slice(1)]);
    const query: [string, string][] = [...asked, ["perPage", String(PRICED_AT_ONCE)]];
    const found = await new NamecomApi(account).call("TldPriceList", { query }, undefined);
    if (!found.ok) return found;
    const { pricing } = membersOf<{ pricing: unknown[] }>(found.body);
    for (const each of Array.isArray(pricing) ? pricing : []) {
      const { tld, registrationPrice } = membersOf<{ tld: string; registrationPrice: number }>(each);
      if (typeof tld === "string" && typeof registrationPrice === "number") costs.set(`.${tld}`, registrationPrice);
    }
  }
  return { ok: true, value: costs };
}
