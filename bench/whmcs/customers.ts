import { inOrder } from "../../shared/account-access/scopes.ts";
import { PERMISSIONS } from "../../shared/billing-contract/actor.ts";
import { ConnectingApplication, DIRECT_CONNECTIONS } from "../../test/support/connecting-application.ts";
import type { DirectConsent } from "../../test/support/workers/direct-connections.worker.ts";
import type { World } from "../../test/support/world.ts";

/** Whose rows every account here has: 5 services, 6 domains, 8 invoices with 4 unpaid ones, 4 tickets. */
const MODEL = 1001;
const FIRST_ID = 600_000;
/** Between the rows of two accounts. */
const ROOM = 1_000;

/** A user of the simulated installation. */
export interface BenchCustomer {
  id: number;
  email: string;
  password: string;
  accountIds: number[];
}

let customers = 0;
let accounts = 0;

/** A user who owns an account, known as one who has signed in before. */
export async function addCustomer(world: World): Promise<BenchCustomer> {
  const id = FIRST_ID + ++customers;
  const customer = { id, email: `bench-${id}@maple.example`, password: `maple-${id}`, accountIds: [] };
  world.whmcs.state.users.push({
    ...{ id, email: customer.email, password: customer.password, uuid: `user-${id}` },
    ...{ firstName: "Bench", lastName: "Maple", totpSecret: null, isEmailVerified: true },
  });
  await addAccounts(world, customer, 1);
  return customer;
}

/** So many further accounts of the user, each with all that the model has. */
export async function addAccounts(world: World, customer: BenchCustomer, count: number): Promise<void> {
  for (let added = 0; added < count; added++) {
    const id = addAccount(world, customer);
    world.whmcs.state.memberships.push({ userId: customer.id, clientId: id, isOwner: true, permissions: [] });
    customer.accountIds.push(id);
  }
  await world.billing
    .prepare(
      `INSERT INTO logins (user_id, email, language, account_ids) VALUES (?1, ?2, 'en', ?3)
       ON CONFLICT (user_id) DO UPDATE SET account_ids = ?3`,
    )
    .bind(customer.id, customer.email, JSON.stringify(customer.accountIds))
    .run();
}

/** As many other accounts in place of the user's: none of them was ever asked for. */
export async function changeAccounts(world: World, customer: BenchCustomer): Promise<void> {
  const { state } = world.whmcs;
  const count = customer.accountIds.splice(0).length;
  state.memberships = state.memberships.filter(({ userId }) => userId !== customer.id);
  await addAccounts(world, customer, count);
}

function addAccount(world: World, { email }: BenchCustomer): number {
  const { clients, services, domains, invoices, tickets } = world.whmcs.state;
  const clientId = FIRST_ID + ++accounts;
  const model = clients.find(({ id }) => id === MODEL);
  if (!model) throw new Error("the seed has no such account");
  clients.push({ ...model, id: clientId, uuid: `client-${clientId}`, email });
  const numbers = new Map<number, number>();
  const numberOf = (id: number): number => {
    const number = numbers.get(id) ?? clientId * ROOM + numbers.size;
    numbers.set(id, number);
    return number;
  };
  /** The model's rows as this account's. */
  function copied<Row extends { id: number; clientId: number }>(rows: Row[]): Row[] {
    return rows.filter((row) => row.clientId === MODEL).map((row) => ({ ...row, id: numberOf(row.id), clientId }));
  }
  services.push(...copied(services));
  domains.push(...copied(domains));
  invoices.push(...copied(invoices));
  const about = (subject: string) => subject.replace(/\d+/, (id) => String(numberOf(Number(id))));
  tickets.push(...copied(tickets).map((ticket) => ({ ...ticket, about: about(ticket.about) })));
  return clientId;
}

/** The model's colleague may do everything that an owner can grant. */
export function grantEverything(world: World, loginId: number): void {
  const membership = world.whmcs.state.memberships.find(({ userId }) => userId === loginId);
  if (!membership) throw new Error("the seed has no such login");
  membership.permissions = [...PERMISSIONS];
}

/** An access token of a new connection with the customer's first account. @param scopes beside reading */
export async function tokenOf(
  { origin }: World,
  { id, email, accountIds }: BenchCustomer,
  scopes: string[] = [],
): Promise<string> {
  const application = await ConnectingApplication.register(origin);
  const authorize = application.authorizationUrl().href;
  const [account = 0] = accountIds;
  const consent: DirectConsent = {
    authorize,
    login: { id, email },
    account,
    scopes: inOrder(scopes),
    limit: "all",
    ask: [],
  };
  const response = await fetch(origin + DIRECT_CONNECTIONS, { method: "POST", body: JSON.stringify(consent) });
  if (!response.ok) throw new Error(`consent: ${response.status} ${await response.text()}`);
  const { location } = (await response.json()) as { location: string };
  return (await application.exchange(new URL(location))).access_token;
}
