import { askBilling } from "../../../../shared/ask-billing.ts";
import { parseDomainName } from "../../../../shared/availability/parse-domain.ts";
import type {
  AccountResult,
  CustomerDomain,
  CustomerService,
  DomainKey,
  ManagedAccount,
  Page,
  Permission,
  Reach,
  ServiceKey,
} from "../../../../shared/billing-customer.ts";
import type { AssistantsScene } from "./assistants-scene.ts";
import { writeReach } from "./reach-field.ts";

const DEADLINE_MS = 8_000;
const PAGE = 100;
/** Names of one kind that a form offers. */
const OFFERED_AT_MOST = 500;

/** One service or domain that a connection can be limited to. */
export interface ReachChoice {
  /** As the form sends it. */
  value: string;
  name: string;
}

export interface AccountChoices {
  domains: ReachChoice[];
  services: ReachChoice[];
}

/** `inside` with what the reach is called, null for all of an account. */
export type ReachCheck = { outcome: "inside"; name: string | null } | { outcome: "outside" | "unavailable" };

type Collaborators = Pick<AssistantsScene, "billing" | "signedIn">;

/** The accounts that the login manages; null when the billing system does not answer. */
export async function managedAccounts({ billing, signedIn }: Collaborators): Promise<ManagedAccount[] | null> {
  const result = await askBilling(() => billing.listManagedAccounts(signedIn.loginId), DEADLINE_MS);
  return result.ok ? result.value : null;
}

/** What a connection of an account can be limited to, as far as the login may see it; null without an answer. */
export async function accountChoices(scene: Collaborators, accountId: number): Promise<AccountChoices | null> {
  const reach: Reach = { kind: "account" };
  const [domains, services] = await Promise.all([
    all<CustomerDomain, DomainKey>((after) =>
      scene.billing.listDomains(ask(scene, accountId, "domains"), {
        status: "active",
        reach,
        limit: PAGE,
        ...(after && { after }),
      }),
    ),
    all<CustomerService, ServiceKey>((after) =>
      scene.billing.listServices(ask(scene, accountId, "products"), {
        status: "active",
        reach,
        limit: PAGE,
        ...(after && { after }),
      }),
    ),
  ]);
  return domains && services ? { domains: domains.map(domainChoice), services: services.map(serviceChoice) } : null;
}

/** Whether what a limit names is the account's, and the login may see it. */
export async function checkReach(scene: Collaborators, accountId: number, reach: Reach): Promise<ReachCheck> {
  const list = { status: "all", limit: 1, reach } as const;
  switch (reach.kind) {
    case "account":
      return { outcome: "inside", name: null };
    case "domain":
      return firstName(() => scene.billing.listDomains(ask(scene, accountId, "domains"), list), domainChoice);
    case "service":
      return firstName(() => scene.billing.listServices(ask(scene, accountId, "products"), list), serviceChoice);
  }
}

async function firstName<Item>(
  question: () => Promise<AccountResult<Page<Item, unknown>>>,
  choice: (item: Item) => ReachChoice,
): Promise<ReachCheck> {
  const result = await askBilling(question, DEADLINE_MS);
  if (!result.ok) return { outcome: result.problem.code === "billing_unavailable" ? "unavailable" : "outside" };
  const [found] = result.value.items;
  return found ? { outcome: "inside", name: choice(found).name } : { outcome: "outside" };
}

/** A list's pages one after the other, up to {@link OFFERED_AT_MOST}; empty where the login may not see it. */
async function all<Item, Key>(
  page: (after: Key | undefined) => Promise<AccountResult<Page<Item, Key>>>,
): Promise<Item[] | null> {
  const items: Item[] = [];
  let after: Key | undefined;
  do {
    const result = await askBilling(() => page(after), DEADLINE_MS);
    if (!result.ok) return result.problem.code === "billing_unavailable" ? null : [];
    items.push(...result.value.items);
    after = result.value.next ?? undefined;
  } while (after !== undefined && items.length < OFFERED_AT_MOST);
  return items;
}

function ask({ signedIn }: Collaborators, accountId: number, permission: Permission) {
  return { loginId: signedIn.loginId, accountId, permissions: [permission] };
}

function domainChoice({ name }: CustomerDomain): ReachChoice {
  return { value: writeReach({ kind: "domain", name }), name: readable(name) };
}

/** Several services can have one plan, and several one domain. */
function serviceChoice({ id, plan, domain }: CustomerService): ReachChoice {
  return {
    value: writeReach({ kind: "service", id }),
    name: domain ? `${plan}, ${readable(domain)}` : `${plan} #${id}`,
  };
}

/** A name as people write it. */
function readable(name: string): string {
  const parsed = parseDomainName(name);
  return "unicode" in parsed ? parsed.unicode : name;
}
