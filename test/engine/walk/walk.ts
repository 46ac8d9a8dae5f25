import { randomNumbers } from "../../support/random-numbers.ts";
import type { Mistake } from "./mistakes.ts";
import {
  again,
  cancelService,
  changePlan,
  domains,
  one,
  orderPlan,
  pay,
  registerName,
  renewDomain,
  setAutoRenew,
  switchPaymentMethod,
  transferIn,
} from "./steps/customers.ts";
import { changePlace, changePrices, join, setRegistrar } from "./steps/others.ts";
import {
  deliverEvent,
  dispute,
  failRefund,
  recordTransfer,
  refundInDashboard,
  refundPayment,
} from "./steps/payments.ts";
import { daysToGo, passDays } from "./steps/time.ts";
import { MEETINGS } from "./steps/together.ts";
import { withRuntimeReplaced } from "./world/replaced.ts";
import { type Call, NO_FAULTS, type Violation, World } from "./world/world.ts";

export interface WalkOptions {
  seed: number;
  steps: number;
  mistake?: Mistake | null;
}

export interface WalkReport {
  seed: number;
  /** Number of steps, up to the first violation. */
  steps: number;
  /** YYYY-MM-DD */
  until: string;
  counts: ReadonlyMap<string, number>;
  violations: Violation[];
  /** The last steps with their outcomes. */
  trail: string[];
  /** Number of rows in each table at the end. */
  rows: Record<"accounts" | "orders" | "invoices" | "invoice_payments" | "services" | "domains" | "actions", number>;
}

const FIRST_ACCOUNTS = 5;
const TRAIL = 25;
const COMPARED_EVERY = 100;
const FAULTS = { lost: 0.3, failed: 0.1, unread: 0.03 };

type Maker = (world: World) => Call | null;

/** The kinds of steps. A step's weight determines how often it is chosen. */
const STEPS: [weight: number, make: Maker][] = [
  [9, orderPlan],
  [6, registerName],
  [7, transferIn],
  [8, renewDomain],
  [9, changePlan],
  [4, cancelService],
  [22, pay],
  [3, setAutoRenew],
  [8, deliverEvent],
  [3, recordTransfer],
  [3, refundPayment],
  [2, refundInDashboard],
  [3, failRefund],
  [1, dispute],
  [2, changePrices],
  [2, changePlace],
  [2, join],
  [5, setRegistrar],
  [1, switchPaymentMethod],
  [3, repeat],
];
const CHOICES = STEPS.flatMap(([weight, make]) => Array.from({ length: weight }, () => make));

/** Takes random steps with the engine. The model checks every transaction, and the first violation ends the walk. */
export async function walk(options: WalkOptions): Promise<WalkReport> {
  const world = await World.open(options.mistake ?? null);
  try {
    const log = (line: string) => world.seeLine(line);
    const fetch = (request: Request) => world.askStripe(request);
    return await withRuntimeReplaced({ log, fetch, id: () => world.nextId() }, () => walkThrough(world, options));
  } finally {
    await world.stripe.stop();
  }
}

async function walkThrough(world: World, { seed, steps }: WalkOptions): Promise<WalkReport> {
  const trail: string[] = [];
  for (let account = 0; account < FIRST_ACCOUNTS; account++) {
    world.random = randomNumbers(seed * 1_000_003 - 1 - account);
    const call = join(world);
    if (call) await world.run([call]);
  }
  let step = 0;
  while (step < steps && world.violations.length === 0) {
    step++;
    world.random = randomNumbers(seed * 1_000_003 + step);
    world.faults = world.chance(0.25) ? FAULTS : NO_FAULTS;
    if (world.faults === FAULTS) world.stripe.faults.push(world.pick(["error", "error_after", "reset"]));
    const day = world.today;
    const made = await makeStep(world);
    trail.push(`${step} (${day}${world.faults === NO_FAULTS ? "" : ", with faults"}): ${made}`);
    if (trail.length > TRAIL) trail.shift();
    world.faults = NO_FAULTS;
    world.stripe.faults.length = 0;
    if (step % COMPARED_EVERY === 0) await world.compare();
  }
  if (world.violations.length === 0) await world.compareWithStripe();
  if (world.violations.length === 0) await world.compare();
  for (const [what, times] of world.registry.seen) world.count(`registrar: ${what}`, times);
  const { accounts, orders, invoices, invoice_payments, services, domains: names, actions } = world.state.rows;
  const sizes = { accounts, orders, invoices, invoice_payments, services, domains: names, actions };
  return {
    ...{ seed, steps: step, until: world.today, counts: world.counts, violations: world.violations, trail },
    rows: Object.fromEntries(Object.entries(sizes).map(([name, { size }]) => [name, size])) as WalkReport["rows"],
  };
}

async function makeStep(world: World): Promise<string> {
  const drawn = world.random();
  if (drawn < 0.18) {
    const days = daysToGo(world);
    const paying = world.pick([0, 0.1, 0.5]);
    await passDays(world, days, paying);
    world.count("jump");
    return `${days} days`;
  }
  if (drawn < 0.36) {
    const name = world.pick(Object.keys(MEETINGS));
    return makeTogether(world, name, MEETINGS[name]?.(world) ?? []);
  }
  if (drawn < 0.4)
    return makeTogether(world, "any", [
      anyCall(world),
      anyCall(world),
      world.chance(0.5) ? world.scheduledJobs() : anyCall(world),
    ]);
  const call = (world.chance(0.3) ? restore(world) : null) ?? anyCall(world);
  const made = [await makeAlone(world, call)];
  if (call.again && world.chance(0.2)) made.push(await makeAlone(world, again(call)));
  return made.join(", ");
}

function anyCall(world: World): Call {
  for (;;) {
    const call = world.pick(CHOICES)(world);
    if (call) return call;
  }
}

async function makeAlone(world: World, call: Call): Promise<string> {
  const [outcome = ""] = await world.run([call]);
  world.count(`${call.name}: ${outcome}`);
  return `${call.name}: ${outcome}`;
}

async function makeTogether(world: World, name: string, made: (Call | null)[]): Promise<string> {
  const calls = made.filter((call) => call !== null);
  if (calls.length < 2) return "nothing";
  const outcomes = await world.run(calls);
  world.count(`together: ${name}`);
  for (const [index, call] of calls.entries()) world.count(`${call.name}: ${outcomes[index]}`);
  return `together, ${name}: ${calls.map((call, index) => `${call.name}: ${outcomes[index]}`).join(", ")}`;
}

function repeat(world: World): Call | null {
  const { asked } = world;
  return asked.length > 0 ? again(world.pick(asked.slice(world.chance(0.7) ? -20 : 0))) : null;
}

/** Restores a domain in redemption, or pays for its restoration. Returns `null` if no domain is in redemption. */
function restore(world: World): Call | null {
  const domain = one(
    world,
    domains(world).filter(({ status }) => status === "redemption"),
  );
  if (!domain) return null;
  const [order] = world.state.ordersAbout({ domain: domain.id });
  const invoice = order?.invoice_id ? world.state.get("invoices", order.invoice_id) : null;
  return invoice ? pay(world, invoice) : renewDomain(world, domain);
}
