import * as z from "zod";
import type { Language } from "../../../shared/platform/language.ts";
import { log } from "../../../shared/platform/log.ts";
import { type ApiOutcome, unavailable } from "../api/outcome.ts";
import type { WhmcsContext } from "../whmcs-context.ts";

/** A user of WHMCS with the accounts that it manages, as the addon tells it. */
export const WhmcsUser = z.object({
  id: z.int().positive(),
  email: z.string().min(3).max(254),
  language: z.enum(["en", "fr"]),
  clients: z.array(z.object({ id: z.int().positive(), isOwner: z.boolean() })),
});

export type WhmcsUser = z.output<typeof WhmcsUser>;

const Answered = z.object({ user: WhmcsUser });

/** Keeps a login that has just signed in: its language is that of its mails, and the operator finds it by its address. */
export async function keepLogin(db: D1Database, { id, email, language, clients }: WhmcsUser): Promise<void> {
  await db
    .prepare(
      `INSERT INTO logins (user_id, email, language, account_ids) VALUES (?1, ?2, ?3, ?4)
       ON CONFLICT (user_id) DO UPDATE SET email = ?2, language = ?3, account_ids = ?4`,
    )
    .bind(id, email, language, JSON.stringify(clients.map((client) => client.id)))
    .run();
}

/** The user of a login as the billing system has it now; null where it is gone. */
export async function userOf(
  { bridge, db }: WhmcsContext,
  loginId: number,
  requestId: string | undefined,
): Promise<ApiOutcome<WhmcsUser | null>> {
  const read = await bridge.call("user", { id: loginId }, Answered, { requestId });
  if (read.kind === "unavailable") return read;
  if (read.kind === "refused") {
    if (read.code === "unknown_user") return { kind: "ok", body: null };
    log("billing_bridge_failed", { request_id: requestId, call: "user", code: read.code });
    return unavailable("refused");
  }
  const { user } = read.value;
  if (user.id !== loginId) return unavailable("unread");
  await db
    .prepare(
      "UPDATE logins SET email = ?1, account_ids = ?2 WHERE user_id = ?3 AND (email, account_ids) IS NOT (?1, ?2)",
    )
    .bind(user.email, JSON.stringify(user.clients.map((client) => client.id)), loginId)
    .run();
  return { kind: "ok", body: user };
}

/** The languages in which logins last signed in, by id; of those that ever did. */
export async function languagesOf(db: D1Database, loginIds: number[]): Promise<ReadonlyMap<number, Language>> {
  const { results } = await db
    .prepare("SELECT user_id, language FROM logins WHERE user_id IN (SELECT value FROM json_each(?))")
    .bind(JSON.stringify(loginIds))
    .all<{ user_id: number; language: Language }>();
  return new Map(results.map(({ user_id, language }) => [user_id, language]));
}
