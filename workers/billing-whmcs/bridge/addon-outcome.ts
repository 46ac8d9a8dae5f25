import * as z from "zod";

const id = z.int().positive();
const order = { order: id, invoice: id.nullable(), memo: z.string() };

/** What became of an action, as the addon has it. */
const AddonOutcome = z.discriminatedUnion("state", [
  z.object({ state: z.literal("done"), ...order, services: z.array(id) }),
  /** Its order is cancelled: its invoice had another price than was judged, or staff has cancelled it meanwhile. */
  z.object({ state: z.literal("taken_back"), ...order }),
  /** WHMCS said no, and nothing was done. */
  z.object({ state: z.literal("refused"), text: z.string() }),
  /** Nothing was done, and nothing will be under this reference. */
  z.object({ state: z.literal("absent") }),
  z.object({ state: z.literal("under_way") }),
  z.object({ state: z.literal("several"), orders: z.array(id).min(1), memo: z.string() }),
]);

export type AddonOutcome = z.output<typeof AddonOutcome>;

/** The answer of `act` and `find`. */
export const JournalAnswer = z.object({ outcome: AddonOutcome });
