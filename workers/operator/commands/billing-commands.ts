import { SET_UP_KINDS } from "../../../shared/operator-contract/billing-operator.ts";
import { act, InputError, idOr, read, textIfDone } from "./command.ts";
import { answerOf } from "./look-ups.ts";

/** The commands on the embedded engine's payments, and on what has to be set up on servers. */
export const billingCommands = {
  payment: act({
    group: "Act",
    label: "Record a payment",
    title: "Record a payment that came another way than through the client area, such as a transfer",
    fields: {
      invoice: { kind: "text", label: "Number of the invoice" },
      amount: { kind: "text", label: "Amount in its currency, such as 114.98" },
      reference: { kind: "text", label: "Reference of the transfer or receipt: recorded once" },
      on: { kind: "text", label: "Day on which it came, as YYYY-MM-DD; today without it", isOptional: true },
    },
    subject: ({ invoice }) => `invoice:${idOr(invoice)}`,
    preview: async (input, { billing }) => textIfDone(await billing.recordPayment(paymentIn(input), false)),
    run: (input, { billing }) => billing.recordPayment(paymentIn(input), true),
  }),
  "set-ups": read({
    group: "Watch",
    label: "Set-ups",
    title: "Services to set up, suspend, resume, change or end on a server",
    fields: {},
    run: async (_, { billing }) => answerOf({ setUps: await billing.listSetUps() }),
  }),
  "set-up-done": act({
    group: "Act",
    label: "Finish a set-up",
    title: "Note what was done for a service on its server. A new plan is active from then on",
    fields: {
      service: { kind: "number", label: "Service" },
      what: { kind: "text", label: `What was done: ${SET_UP_KINDS.join(", ")}` },
      plan: { kind: "text", label: "After a change of plan: the plan that it has now", isOptional: true },
      server: { kind: "text", label: "Server that it is on; as it was without it", isOptional: true },
      user: { kind: "text", label: "Its user there", isOptional: true },
    },
    subject: ({ service }) => `service:${service}`,
    preview: async (input, { billing }) => textIfDone(await billing.endSetUp(setUpIn(input), false)),
    run: (input, { billing }) => billing.endSetUp(setUpIn(input), true),
  }),
  "set-up-failed": act({
    group: "Act",
    label: "Abandon a set-up",
    title: "Abandon a new plan that cannot be set up: what was paid becomes credit",
    fields: {
      service: { kind: "number", label: "Service" },
      why: { kind: "text", label: "Why, as the customer is told" },
    },
    subject: ({ service }) => `service:${service}`,
    preview: async ({ service, why }, { billing }) => textIfDone(await billing.failSetUp(service, why, false)),
    run: ({ service, why }, { billing }) => billing.failSetUp(service, why, true),
  }),
  refund: act({
    group: "Act",
    label: "Refund a payment",
    title: "Give money of a payment back: what of it is credit, or what it pays of an invoice",
    fields: {
      reference: { kind: "text", label: "Reference of the payment" },
      invoice: { kind: "text", label: "Number of a paid invoice: all that this payment pays of it", isOptional: true },
      amount: { kind: "text", label: "Amount of the credit, such as 114.98; all of it without it", isOptional: true },
    },
    subject: ({ reference }) => `payment:${idOr(reference)}`,
    preview: async (input, { billing }) => textIfDone(await billing.refundPayment(refundIn(input), false)),
    run: (input, { billing }) => billing.refundPayment(refundIn(input), true),
  }),
};

function paymentIn({
  invoice,
  amount,
  reference,
  on,
}: Record<"invoice" | "amount" | "reference", string> & { on: string | null }) {
  if (reference.length > 100) throw new InputError("A reference has at most 100 characters.");
  if (on !== null && new Date(`${on}T00:00:00Z`).toJSON()?.slice(0, 10) !== on)
    throw new InputError("A day is such as 2026-11-29.");
  return { invoice, amount: minorUnitsIn(amount), reference, receivedOn: on };
}

function refundIn({
  reference,
  invoice,
  amount,
}: {
  reference: string;
  invoice: string | null;
  amount: string | null;
}) {
  if (invoice !== null && amount !== null)
    throw new InputError("An invoice is refunded whole: name it, or an amount of the credit.");
  return { reference, invoice, amount: amount === null ? null : minorUnitsIn(amount) };
}

function minorUnitsIn(amount: string): number {
  const [, major, minor = "00"] = /^(\d{1,9})(?:\.(\d\d))?$/.exec(amount) ?? [];
  const units = Number(`${major}${minor}`);
  if (major === undefined || units === 0) throw new InputError("An amount is such as 114.98, and more than nothing.");
  return units;
}

function setUpIn({
  service,
  what,
  plan,
  server,
  user,
}: { service: number; what: string } & Record<"plan" | "server" | "user", string | null>) {
  const kind = SET_UP_KINDS.find((known) => known === what);
  if (!kind) throw new InputError(`What was done is one of ${SET_UP_KINDS.join(", ")}.`);
  if ((server === null) !== (user === null)) throw new InputError("A server and its user are given together.");
  return { service, what: kind, plan, server, user };
}
