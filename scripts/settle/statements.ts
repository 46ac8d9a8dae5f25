import * as z from "zod";
import type { SettleCommand } from "./arguments.ts";

/** A row of the list of stuck actions, with the state of its newest instruction. Instants are epoch milliseconds. */
export const StuckRow = z.object({
  installation: z.string(),
  account: z.int(),
  reference: z.string(),
  login: z.int(),
  operation: z.string(),
  target: z.string().nullable(),
  state: z.string(),
  reason: z.string().nullable(),
  sentAt: z.int().nullable(),
  since: z.int(),
  instruction: z.string().nullable(),
});
export type StuckRow = z.infer<typeof StuckRow>;

/** An instruction about an action, and what came of it. */
export const InstructionRow = z.object({
  installation: z.string(),
  outcome: z.string(),
  orderId: z.int().nullable(),
  because: z.string(),
  askedAt: z.int(),
  state: z.string(),
  result: z.string().nullable(),
  /** The billing system was told what was carried out. */
  isTold: z.int().transform(Boolean),
});
export type InstructionRow = z.infer<typeof InstructionRow>;

/** Who has an order already. */
export const OrderHolder = z.object({ installation: z.string(), account: z.int(), reference: z.string() });
export type OrderHolder = z.infer<typeof OrderHolder>;

type Place = { account: number; reference: string };
type Settling = Extract<SettleCommand, { name: "settle" }>;

/** Statements are run by wrangler, which binds no values: texts go as hexadecimal, so that none can end a literal. */
function literal(text: string): string {
  return `CAST(x'${Buffer.from(text, "utf8").toString("hex")}' AS TEXT)`;
}

const whereIs = ({ account, reference }: Place) => `account_id = ${account} AND reference = ${literal(reference)}`;

const STUCK = `SELECT installation, account_id AS account, reference, login_id AS login, operation, target, state, reason,
  sent_at AS sentAt, since, (SELECT told.state FROM settle_instructions AS told
    WHERE (told.installation, told.account_id, told.reference) = (s.installation, s.account_id, s.reference)
    ORDER BY told.id DESC LIMIT 1) AS instruction
  FROM stuck_actions AS s`;

/** What is stuck, the longest first. */
export function stuckActions(place: Place | null): string {
  return `${STUCK}${place ? ` WHERE ${whereIs(place)}` : ""} ORDER BY since, reference LIMIT 1000`;
}

/** The instructions about an action, the oldest first. */
export function instructionsAbout(place: Place): string {
  return `SELECT installation, outcome, order_id AS orderId, because, asked_at AS askedAt, state, result,
      (SELECT told_at IS NULL FROM settled_actions WHERE instruction_id = id) IS NOT TRUE AS isTold
    FROM settle_instructions WHERE ${whereIs(place)} ORDER BY id`;
}

/** Another action that an order was named for, and not in vain. */
export function holderOf(orderId: number, { account, reference }: Place): string {
  return `SELECT installation, account_id AS account, reference FROM settle_instructions
    WHERE order_id = ${orderId} AND state <> 'refused' AND NOT (${whereIs({ account, reference })})`;
}

/**
 * Writes an instruction about a stuck action, and gives its id; nothing where there is one already, the order is taken, or
 * several billing systems have the action.
 * @param installation null: whichever has it
 */
export function newInstruction(installation: string | null, { outcome, orderId, because, ...place }: Settling): string {
  const where = `${whereIs(place)}${installation === null ? "" : ` AND installation = ${literal(installation)}`}`;
  const values = `'${outcome}', ${orderId ?? "NULL"}, ${literal(because)}, CAST(unixepoch('subsec') * 1000 AS INTEGER)`;
  return `INSERT INTO settle_instructions (installation, account_id, reference, outcome, order_id, because, asked_at)
    SELECT installation, account_id, reference, ${values} FROM stuck_actions
    WHERE ${where} AND (SELECT count(*) FROM stuck_actions WHERE ${where}) = 1
    ON CONFLICT DO NOTHING RETURNING id`;
}
