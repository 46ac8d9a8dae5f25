import * as z from "zod";

const id = z.int().positive();

/** The version of the addon's calls that this Worker makes. */
export const ADDON_VERSION = 1;

/** `status`: what the addon can do in its installation. */
export const AddonStatus = z.object({
  version: z.int(),
  whmcs: z.string(),
  php: z.string(),
  /** Its hooks are loaded, so that it notes what is changed there. */
  hooks: z.boolean(),
  /** Its settings let it order and change things. */
  orders: z.boolean(),
  /** Whom orders are noted for; null where nobody is set. */
  administrator: z.object({ id, username: z.string() }).nullable(),
});

export type AddonStatus = z.output<typeof AddonStatus>;

const answer = z.record(z.string(), z.unknown());

/** `ask`. */
export const AskAnswer = z.object({ access: answer.nullable().optional(), answers: z.array(answer) });

/** `act`, of a change. */
export const ChangeAnswer = z.object({ answer });

const order = { order: id, invoice: id.nullable(), memo: z.string() };

/** What became of an order, as the addon has it. */
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

/** `find`, and `act` of an order. */
export const OutcomeAnswer = z.object({ outcome: AddonOutcome });

/** `events`. */
export const EventsAnswer = z.object({ events: z.array(z.object({ id, kind: z.string() })), last: z.int().min(0) });

/** `catalogue`: what WHMCS's API does not tell of its products. */
export const CatalogueAnswer = z.object({
  products: z.array(
    z
      .object({ id, retired: z.boolean(), prorata: z.object({}).nullable(), upgrades_to: z.array(id) })
      .transform(({ id: productId, retired: isRetired, prorata, upgrades_to: upgradesTo }) => ({
        ...{ id: productId, isRetired, isProRata: prorata !== null, upgradesTo },
      })),
  ),
});
