import * as z from "zod";

const id = z.int().positive();

/** The version of the addon's interface that this Worker uses. */
export const ADDON_VERSION = 1;

/** The answer to `status`: what the addon can do in this installation. */
export const AddonStatus = z.object({
  version: z.int(),
  whmcs: z.string(),
  php: z.string(),
  /** Whether the addon's hooks, which record changes in WHMCS, are loaded. */
  hooks: z.boolean(),
  /**
   * Identifies the last recorded price change. Each change gets a different number; 0 means that there was no change
   * yet.
   */
  prices_changed: z.int().min(0),
  /** Whether the addon's settings allow orders and changes. */
  orders: z.boolean(),
  /** The WHMCS administrator on whose behalf the addon places orders; `null` if none is set. */
  administrator: z.object({ id, username: z.string() }).nullable(),
});

export type AddonStatus = z.output<typeof AddonStatus>;

const answer = z.record(z.string(), z.unknown());

const UserAccess = z.object({ owner: z.boolean(), permissions: z.array(z.string()) });

/** A user's permissions on an account, from WHMCS's own table. */
export type UserAccess = z.output<typeof UserAccess>;

/** The answer to `ask`. */
export const AskAnswer = z.object({ access: UserAccess.nullable().optional(), answers: z.array(answer) });

/** The answer to `ask` for an action that returns a list. */
export const ListAnswer = z.object({ rows: z.array(z.unknown()) });

/** The answer to `act` for a change. */
export const ChangeAnswer = z.object({ answer });

/** An amount in minor units, parsed from text such as `12.34`. */
const amount = z
  .string()
  .regex(/^-?\d{1,12}\.\d\d$/)
  .transform((text) => Math.round(Number(text) * 100));

const order = {
  ...{ order: id, invoice: id.nullable(), subtotal: amount.nullable() },
  /** How the invoice differs from the order. The addon's README explains the values. */
  differs: z.array(z.enum(["price", "gateway", "paid", "moved"])),
  memo: z.string(),
};

/** The outcome of an order, as the addon reports it. */
const AddonOutcome = z.discriminatedUnion("state", [
  z.object({ state: z.literal("done"), ...order, services: z.array(id) }),
  /** The order was cancelled, either by staff or by the addon because its invoice differs. */
  z.object({ state: z.literal("taken_back"), ...order }),
  /** WHMCS refused the order and did nothing. */
  z.object({ state: z.literal("refused"), text: z.string() }),
  /** The addon did nothing for this reference. Unless `find` was called with `withdraw: false`, it never will. */
  z.object({ state: z.literal("absent") }),
  z.object({ state: z.literal("under_way") }),
  z.object({ state: z.literal("several"), orders: z.array(id).min(1), memo: z.string() }),
]);

export type AddonOutcome = z.output<typeof AddonOutcome>;
/** The outcome of an order that exists or existed. */
export type PlacedOrder = Extract<AddonOutcome, { order: number }>;

/** The answer to `find`, and to `act` for an order. */
export const OutcomeAnswer = z.object({ outcome: AddonOutcome });
