import { storedCard } from "../../dev/whmcs/seed.ts";
import { nextId } from "../../dev/whmcs/state.ts";
import { EVERY_SCOPE } from "../../test/support/account-client.ts";
import type { World } from "../../test/support/world.ts";
import { registerDomain } from "../../test/whmcs/support/registered-domains.ts";
import { addCustomer, tokenOf } from "./customers.ts";
import type { Question } from "./question-cost.ts";

/** What an action is about: each time of an account of its own, which has nothing on order and room in its hourly limits. */
interface Subject {
  token: string;
  /** Free to be registered, and to be a site's name. */
  freeName: string;
  /** Registered for the account. */
  ownName: string;
  /** On the plan `web-plus`. */
  serviceId: number;
}

/** A tool's call, with the tool's own arguments. */
type Call = (subject: Subject) => { tool: string; input: Record<string, unknown> };

const TERMS = { accept_terms: "2026-09-01" };

const CALLS: Record<string, Call> = {
  "quote of a domain": ({ freeName }) => ({ tool: "quote_domain_order", input: { domain: freeName } }),
  "order of a domain": ({ freeName }) => ({ tool: "order_domain", input: { domain: freeName, ...TERMS } }),
  "quote of a plan": ({ freeName }) => ({ tool: "quote_plan_order", input: { plan: "web-pro", domain: freeName } }),
  "order of a plan": ({ freeName }) => ({ tool: "order_plan", input: { plan: "web-pro", domain: freeName, ...TERMS } }),
  "renewal of a domain": ({ ownName }) => ({ tool: "renew_domain", input: { domain: ownName, years: 1 } }),
  "quote of a plan change": ({ serviceId }) => ({
    tool: "quote_plan_change",
    input: { id: serviceId, plan: "web-pro" },
  }),
  "statement of a cancellation": ({ serviceId }) => ({
    tool: "cancel_service",
    input: { id: serviceId, when: "end_of_period" },
  }),
  "nameservers set": ({ ownName }) => ({
    tool: "set_domain_nameservers",
    input: { domain: ownName, nameservers: ["ns1.other.example", "ns2.other.example"] },
  }),
  "lock taken off": ({ ownName }) => ({ tool: "set_domain_lock", input: { domain: ownName, locked: false } }),
  "automatic renewal switched off": ({ ownName }) => ({
    tool: "set_domain_auto_renew",
    input: { domain: ownName, auto_renew: false },
  }),
  "transfer away": ({ ownName }) => ({
    tool: "transfer_domain_out",
    input: { domain: ownName, confirm_domain: ownName },
  }),
};

/** What orders and changes cost. */
export function actionQuestions(world: World): Question[] {
  const asked = Object.entries(CALLS).map(
    ([name, callOf]): Question => ({
      name,
      prepare: async () => {
        const subject = await addSubject(world);
        const { tool, input } = callOf(subject);
        return () => call(world, tool, input, subject);
      },
    }),
  );
  return [
    ...asked,
    afterAnother(world, "plan change", "change_plan", ({ serviceId }) => ({
      asked: { tool: "quote_plan_change", input: { id: serviceId, plan: "web-pro" } },
      input: ({ due_now: due }) => ({ id: serviceId, plan: "web-pro", expected_price: due?.amount }),
    })),
    afterAnother(world, "cancellation", "cancel_service", ({ serviceId: id }) => ({
      asked: { tool: "cancel_service", input: { id, when: "end_of_period" } },
      input: ({ confirm }) => ({ id, when: "end_of_period", confirm }),
    })),
  ];
}

interface Quoted {
  due_now?: { amount: number };
  confirm?: string;
}

/** An action that needs what a quote has said: only the action is measured. */
function afterAnother(
  world: World,
  name: string,
  tool: string,
  stepsOf: (subject: Subject) => { asked: ReturnType<Call>; input: (quoted: Quoted) => Record<string, unknown> },
): Question {
  return {
    name,
    prepare: async () => {
      const subject = await addSubject(world);
      const { asked, input } = stepsOf(subject);
      const response = await world.api.callTool(asked.tool, asked.input, subject.token);
      const quoted = (await response.json()) as Quoted;
      return () => call(world, tool, input(quoted), subject);
    },
  };
}

let subjects = 0;

async function addSubject(world: World): Promise<Subject> {
  const { whmcs } = world;
  const { state } = whmcs;
  const customer = await addCustomer(world);
  const [accountId = 0] = customer.accountIds;
  state.payMethods.push(storedCard(nextId(state, "payMethods"), accountId));
  const number = ++subjects;
  const ownName = `bench-own-${number}.com`;
  registerDomain(whmcs, accountId, ownName);
  const like = state.services.find((row) => row.billingCycle === "Annually" && row.name === "Web Plus");
  if (!like) throw new Error("the seed has no service on web-plus");
  const serviceId = nextId(state, "services");
  const term = { status: "Active", nextDueOn: "2027-06-20", orderId: 0 } as const;
  state.services.push({ ...like, ...term, id: serviceId, clientId: accountId, domain: `bench-held-${number}.com` });
  const token = await tokenOf(world, customer, EVERY_SCOPE);
  // Who owns the account is known from here on.
  await world.api.read("/account", token);
  return { token, freeName: `bench-free-${number}.com`, ownName, serviceId };
}

/** @returns the HTTP status. @throws where it was refused: what is measured is what is done */
async function call(
  { api }: World,
  tool: string,
  input: Record<string, unknown>,
  { token, ownName }: Subject,
): Promise<number> {
  const key = { idempotency_key: `bench-${ownName}-${tool}` };
  const keyed = KEYED.has(tool) && (tool !== "cancel_service" || "confirm" in input) ? { ...input, ...key } : input;
  const response = await api.callTool(tool, keyed, token);
  const answer = await response.text();
  if (response.status >= 400 && response.status < 500) throw new Error(`${tool}: ${response.status} ${answer}`);
  return response.status;
}

const KEYED = new Set([
  "order_domain",
  "order_plan",
  "renew_domain",
  "change_plan",
  "cancel_service",
  "transfer_domain_out",
]);
