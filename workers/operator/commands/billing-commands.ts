import { SET_UP_KINDS } from "../../../shared/operator-contract/billing-operator.ts";
import { act, InputError, idOr, read, textIfDone } from "./command.ts";
import { answerOf } from "./look-ups.ts";

/** The commands for the embedded engine's payments and server set-ups. */
export const billingCommands = {
  payment: act({
    group: "Act",
    label: "Record a payment",
    title: "Record a payment from outside the client area, such as a transfer",
    fields: {
      invoice: { kind: "text", label: "Number of the invoice" },
      amount: { kind: "text", label: "Amount in its currency, such as 114.98" },
      reference: { kind: "text", label: "Reference of the transfer or receipt: recorded once" },
      on: { kind: "text", label: "Day of the payment, as YYYY-MM-DD; today by default", isOptional: true },
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
    title: "Record what was done for a service on its server. A new plan becomes active",
    fields: {
      service: { kind: "number", label: "Service" },
      what: { kind: "text", label: `What was done: ${SET_UP_KINDS.join(", ")}` },
      plan: { kind: "text", label: "After a change of plan: the current plan", isOptional: true },
      server: { kind: "text", label: "Its server; unchanged by default", isOptional: true },
      user: { kind: "text", label: "Its user on the server", isOptional: true },
    },
    subject: ({ service }) => `service:${service}`,
    preview: async (input, { billing }) => textIfDone(await billing.endSetUp(setUpIn(input), false)),
    run: (input, { billing }) => billing.endSetUp(setUpIn(input), true),
  }),
  "set-up-failed": act({
    group: "Act",
    label: "Abandon a set-up",
    title: "Abandon a new plan that cannot be set up: the payment becomes account credit",
    fields: {
      service: { kind: "number", label: "Service" },
      why: { kind: "text", label: "Reason, for the customer" },
    },
    subject: ({ service }) => `service:${service}`,
    preview: async ({ service, why }, { billing }) => textIfDone(await billing.failSetUp(service, why, false)),
    run: ({ service, why }, { billing }) => billing.failSetUp(service, why, true),
  }),
  refund: act({
    group: "Act",
    label: "Refund a payment",
    title: "Refund a payment: its part that is account credit, or the part that pays an invoice",
    fields: {
      reference: { kind: "text", label: "Reference of the payment" },
      invoice: {
        kind: "text",
        label: "Number of a paid invoice: refunds all that this payment pays of it",
        isOptional: true,
      },
      amount: { kind: "text", label: "Amount of the credit, such as 114.98; all by default", isOptional: true },
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
    throw new InputError("Write a day such as 2026-11-29.");
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
    throw new InputError("An invoice can only be refunded whole: name it, or an amount of the credit.");
  return { reference, invoice, amount: amount === null ? null : minorUnitsIn(amount) };
}

function minorUnitsIn(amount: string): number {
  const [, major, minor = "00"] = /^(\d{1,9})(?:\.(\d\d))?$/.exec(amount) ?? [];
  const units = Number(`${major}${minor}`);
  if (major === undefined || units === 0) throw new InputError("Write an amount above 0, such as 114.98.");
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
  if ((server === null) !== (user === null)) throw new InputError("Give a server and its user together.");
  return { service, what: kind, plan, server, user };
}
