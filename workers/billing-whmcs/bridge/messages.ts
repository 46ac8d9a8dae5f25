import * as z from "zod";

const id = z.int().positive();

/** The version of the addon's calls that this Worker makes. */
export const ADDON_VERSION = 1;

/** `status`: what the addon can do in its installation. */
export const AddonStatus = z.object({
  version: z.int(),
  whmcs: z.string(),
  php: z.string(),
  /** Whether its hooks are loaded, so that it records changes there. */
  hooks: z.boolean(),
  /** The last recorded change of prices, a different number for each; 0 before the first. */
  prices_changed: z.int().min(0),
  /** Whether its settings allow orders and changes. */
  orders: z.boolean(),
  /** The administrator of orders; null if none is set. */
  administrator: z.object({ id, username: z.string() }).nullable(),
});

export type AddonStatus = z.output<typeof AddonStatus>;

const answer = z.record(z.string(), z.unknown());

const UserAccess = z.object({ owner: z.boolean(), permissions: z.array(z.string()) });

/** The permissions of a user on an account, from WHMCS's own table. */
export type UserAccess = z.output<typeof UserAccess>;

/** `ask`. */
export const AskAnswer = z.object({ access: UserAccess.nullable().optional(), answers: z.array(answer) });

/** The answer of `ask` to an action that returns a list. */
export const ListAnswer = z.object({ rows: z.array(z.unknown()) });

/** `act`, of a change. */
export const ChangeAnswer = z.object({ answer });

/** In minor units, from text such as `12.34`. */
const amount = z
  .string()
  .regex(/^-?\d{1,12}\.\d\d$/)
  .transform((text) => Math.round(Number(text) * 100));

const order = {
  ...{ order: id, invoice: id.nullable(), subtotal: amount.nullable() },
  /** How its invoice differs from the order, and what it was charged by: see the addon's README. */
  differs: z.array(z.enum(["price", "gateway", "paid", "moved"])),
  memo: z.string(),
};

/** The outcome of an order, as the addon reports it. */
const AddonOutcome = z.discriminatedUnion("state", [
  z.object({ state: z.literal("done"), ...order, services: z.array(id) }),
  /** Its order is cancelled: because its invoice differs, or by staff, perhaps later. */
  z.object({ state: z.literal("taken_back"), ...order }),
  /** WHMCS refused it, and nothing was done. */
  z.object({ state: z.literal("refused"), text: z.string() }),
  /** Nothing was done, and nothing will be done under this reference. */
  z.object({ state: z.literal("absent") }),
  z.object({ state: z.literal("under_way") }),
  z.object({ state: z.literal("several"), orders: z.array(id).min(1), memo: z.string() }),
]);

export type AddonOutcome = z.output<typeof AddonOutcome>;
/** The outcome of an order that exists, or did. */
export type PlacedOrder = Extract<AddonOutcome, { order: number }>;

/** `find`, and `act` of an order. */
export const OutcomeAnswer = z.object({ outcome: AddonOutcome });
