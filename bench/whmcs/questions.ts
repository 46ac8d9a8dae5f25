import { logins } from "../../dev/seed/customers/logins.ts";
import { API_PATH } from "../../shared/platform/addresses.ts";
import type { Choices } from "../../test/support/connecting-application.ts";
import type { PageVisitor } from "../../test/support/page-visitor.ts";
import type { World } from "../../test/support/world.ts";
import { actionQuestions } from "./actions.ts";
import { atSignIn, authorizationPage, comeBack, signedIn } from "./browser.ts";
import { addAccounts, addCustomer, type BenchCustomer, changeAccounts, grantEverything } from "./customers.ts";
import type { Question } from "./question-cost.ts";

const MANY_ACCOUNTS = 100;

/** Everything that is read and done, in the order of the table. */
export async function everyQuestion(world: World): Promise<Question[]> {
  const reading = [...(await accountQuestions(world)), ...(await pageQuestions(world))];
  return [...reading, ...actionQuestions(world), ...catalogueQuestions(world)];
}

/** Account 1001 has 5 services, 6 domains, four unpaid invoices, a cancelled one and tickets about services. */
async function accountQuestions(world: World): Promise<Question[]> {
  const owner: Choices = { login: "owner", account: 1001 };
  const colleague: Choices = { login: "contact", account: 1001 };
  const [, { id: colleagueId } = { id: 0 }] = logins;
  grantEverything(world, colleagueId);
  const { services } = await world.api.read<{ services: { id: number }[] }>("/account/services", owner);
  const oneService: Choices = { ...owner, limit: `service:${services[0]?.id}` };
  const read = (path: string, by: Choices, who: string): Question => ({
    name: `GET ${path}${who}`,
    prepare: async () => {
      await world.api.token(by);
      return () => answered(world.api.request(path, by));
    },
  });
  const lists = [
    "",
    "/services",
    "/domains",
    "/invoices?status=paid",
    "/invoices?status=all",
    "/invoices?status=unpaid",
    "/tickets",
  ];
  return [
    ...lists.map((list) => read(`/account${list}`, owner, "")),
    read("/account/services", oneService, ", a connection with one service"),
    read("/account/payment-methods", owner, ""),
    read("/account/audit", owner, ""),
    ...lists.map((list) => read(`/account${list}`, colleague, ", a colleague")),
    ...["/services", "/domains", "/invoices?status=unpaid", "/tickets"].map((list) =>
      read(`/account${list}`, { login: "big", account: 1005 }, ", 60 services, 250 domains"),
    ),
  ];
}

async function pageQuestions(world: World): Promise<Question[]> {
  const customer = await addCustomer(world);
  const visitor = await signedIn(world, customer);
  const consent = await authorizationPage(world, visitor);
  const big = await signedIn(world, demonstrationLogin("big", 1005));
  const bigConsent = await authorizationPage(world, big);

  const manager = await addCustomer(world);
  const many = await signedIn(world, manager);
  await addAccounts(world, manager, MANY_ACCOUNTS - 1);
  const choice = await authorizationPage(world, many);
  const asked = await authorizationPage(world, many);
  const chosen = await many.submit(asked, "account", { account: String(manager.accountIds[0]) });
  const first = `/connected-assistants?account=${manager.accountIds[0]}`;

  const page = (name: string, by: PageVisitor, path: string): Question => ({
    name,
    prepare: async () => () => answered(by.request(path)),
  });
  return [
    {
      name: "sign-in begins",
      prepare: async () => {
        const { visitor: browser, toProvider } = await atSignIn(world);
        return () => answered(browser.request(toProvider));
      },
    },
    signInEnds(world, "sign-in ends, the user's first", customer, true),
    signInEnds(world, "sign-in ends, later ones", customer, false),
    page("consent page", visitor, consent.address),
    page("consent page, 60 services, 250 domains", big, bigConsent.address),
    page("consent page, choice of 100 accounts", many, choice.address),
    page("consent page, one of 100 accounts", many, chosen.address),
    page("token page", visitor, "/connected-assistants"),
    page("token page, choice of 100 accounts", many, "/connected-assistants"),
    page("token page, one of 100 accounts", many, first),
    {
      name: "choice of 100 accounts, for the first time",
      prepare: async () => {
        await changeAccounts(world, manager);
        return () => answered(many.request(choice.address));
      },
    },
  ];
}

function demonstrationLogin(name: string, accountId: number): BenchCustomer {
  const login = logins.find(({ email }) => email.startsWith(`${name}@`));
  if (!login) throw new Error(`the seed has no ${name}`);
  return { id: login.id, email: login.email, password: login.password, accountIds: [accountId] };
}

/** The browser comes back from WHMCS's page. */
function signInEnds(world: World, name: string, customer: BenchCustomer, isFirst: boolean): Question {
  return {
    name,
    prepare: async () => {
      if (isFirst) {
        await world.billing.prepare("UPDATE logins SET subject = NULL WHERE user_id = ?").bind(customer.id).run();
      }
      const { visitor, toProvider } = await atSignIn(world);
      const back = await comeBack(world, visitor, toProvider, customer);
      return () => answered(visitor.request(back));
    },
  };
}

function catalogueQuestions(world: World): Question[] {
  const read = (path: string): Question => ({
    name: `GET ${path}`,
    prepare: async () => () => answered(fetch(world.origin + API_PATH + path)),
  });
  return [
    ...["/", "/plans", "/domains/pricing", "/status"].map(read),
    {
      name: "GET /domains/availability",
      prepare: async () => () => answered(world.check("bench-maple.ca")),
    },
  ];
}

/** The status of an answer that was read to its end. */
async function answered(asked: Promise<Response>): Promise<number> {
  const response = await asked;
  await response.arrayBuffer();
  return response.status;
}
