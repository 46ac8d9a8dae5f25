import type { DataSubject, EraseStep, SubjectFound } from "../../../shared/operator-contract/erasure.ts";
import { type ExportPage, pageOf, queriedTable } from "../../../shared/operator-contract/export-pages.ts";
import { findClient, nameOf } from "../accounts/access.ts";
import { findUser } from "../accounts/users.ts";
import { NoAnswer, orNoAnswer } from "../bridge/outcome.ts";
import type { PlainContext } from "../whmcs-context.ts";

const NOTE = "Everything else about customers is in WHMCS: export it there.";

/** Finds, exports and erases the small amount of data that this Worker stores about a WHMCS user or client. */
export class WhmcsSubjects {
  readonly #context: PlainContext;

  constructor(context: PlainContext) {
    this.#context = context;
  }

  async find({ kind, id }: Pick<DataSubject, "kind" | "id">): Promise<SubjectFound> {
    const found = await orNoAnswer(kind === "login" ? this.#user(id) : this.#client(id));
    return found instanceof NoAnswer ? { isKnown: null, name: null } : found;
  }

  async #user(id: number): Promise<SubjectFound> {
    const user = await findUser(this.#context, { id });
    return { isKnown: user !== null, name: user?.email ?? null };
  }

  async #client(id: number): Promise<SubjectFound> {
    const client = await findClient(this.#context, id);
    return { isKnown: client !== null, name: client && nameOf(client) };
  }

  /** Returns one page of the stored actions of a user or client. */
  async exportOf({ kind, id }: DataSubject, cursor: string | null): Promise<ExportPage> {
    const { db } = this.#context;
    const sql = `SELECT account_id, login_id, reference, operation, target, begun_at, state FROM actions WHERE ${kind}_id = ?`;
    const page = await pageOf([queriedTable("actionsInBilling", { db, sql, values: [id] })], cursor);
    return page.next === null ? { ...page, notes: [NOTE] } : page;
  }

  /**
   * Deletes an account's rows in `sent_changes` if WHMCS has deleted the account. If WHMCS still has the account, the
   * next change could store rows again.
   */
  async erase({ kind, id }: DataSubject): Promise<EraseStep> {
    const { isKnown } = await this.find({ kind, id });
    if (isKnown === null) return { left: 1, note: "WHMCS does not answer. The erasure continues once it does." };
    const what = kind === "login" ? "user" : "client";
    if (isKnown)
      return { left: 0, note: `WHMCS still has the ${what}. Delete it there, and erase again.`, isKept: true };
    if (kind === "account")
      await this.#context.db.prepare("DELETE FROM sent_changes WHERE account_id = ?").bind(id).run();
    return { left: 0, note: "WHMCS no longer has it; actions are kept, identified only by number." };
  }
}
