import * as z from "zod";

const id = z.int().positive();

/** The version of the addon's calls that this Worker makes. */
export const ADDON_VERSION = 1;

/** The answer of `status`: the addon's capabilities in its installation. */
export const AddonStatus = z.object({
  version: z.int(),
  whmcs: z.string(),
  php: z.string(),
  /** Whether its hooks are loaded. They record changes in WHMCS. */
  hooks: z.boolean(),
  /** The number of the last recorded price change, different for each change; 0 before the first. */
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

/** The answer of `ask`. */
export const AskAnswer = z.object({ access: UserAccess.nullable().optional(), answers: z.array(answer) });

/** The answer of `ask` to an action that returns a list. */
export const ListAnswer = z.object({ rows: z.array(z.unknown()) });

/** The answer of `act` to a change. */
export const ChangeAnswer = z.object({ answer });

/** An amount in minor units, from text such as `12.34`. */
const amount = z
  .string()
  .regex(/^-?\d{1,12}\.\d\d$/)
  .transform((text) => Math.round(Number(text) * 100));

const order = {
  ...{ order: id, invoice: id.nullable(), subtotal: amount.nullable() },
  /** How its invoice differs from the order: see the addon's README. */
  differs: z.array(z.enum(["price", "gateway", "paid", "moved"])),
  memo: z.string(),
};

/** The outcome of an order, as the addon reports it. */
const AddonOutcome = z.discriminatedUnion("state", [
  z.object({ state: z.literal("done"), ...order, services: z.array(id) }),
  /** Its order was cancelled: by the addon because the invoice differs, or by staff. */
  z.object({ state: z.literal("taken_back"), ...order }),
  /** WHMCS refused it, and nothing was done. */
  z.object({ state: z.literal("refused"), text: z.string() }),
  /** Nothing was done, and nothing will be done under this reference. */
  z.object({ state: z.literal("absent") }),
  z.object({ state: z.literal("under_way") }),
  z.object({ state: z.literal("several"), orders: z.array(id).min(1), memo: z.string() }),
]);

export type AddonOutcome = z.output<typeof AddonOutcome>;
/** The outcome of an order that exists or existed. */
export type PlacedOrder = Extract<AddonOutcome, { order: number }>;

/** The answer of `find`, and of `act` to an order. */
export const OutcomeAnswer = z.object({ outcome: AddonOutcome });
