import type { DataSubject, EraseStep, SubjectFound } from "../../../shared/operator-contract/erasure.ts";
import { type ExportPage, pageOf, queriedTable } from "../../../shared/operator-contract/export-pages.ts";
import { userOf } from "../accounts/logins.ts";
import { getClientsDetails } from "../answers/accounts.ts";
import { NoAnswer, orNoAnswer } from "../bridge/outcome.ts";
import type { PlainContext } from "../whmcs-context.ts";

/** What this Worker keeps about a user or a client of WHMCS. */
export class WhmcsSubjects {
  readonly #context: PlainContext;

  constructor(context: PlainContext) {
    this.#context = context;
  }

  /** A login is known once it has signed in here; WHMCS is asked for an account. */
  async find({ kind, id }: Pick<DataSubject, "kind" | "id">): Promise<SubjectFound> {
    if (kind === "account") return this.#client(id);
    const email = await this.#context.db
      .prepare("SELECT email FROM logins WHERE user_id = ?")
      .bind(id)
      .first<string>("email");
    return { isKnown: email !== null, name: email };
  }

  /** One page of it. */
  async exportOf({ kind, id }: DataSubject, cursor: string | null): Promise<ExportPage> {
    const { db } = this.#context;
    const table = (name: string, sql: string) => queriedTable(name, { db, sql, values: [id] });
    const login = table("login", "SELECT user_id, email, language, account_ids FROM logins WHERE user_id = ?");
    const actions = `SELECT account_id, login_id, reference, operation, target, begun_at, state FROM actions WHERE ${kind}_id = ?`;
    const page = await pageOf([...(kind === "login" ? [login] : []), table("actionsInBilling", actions)], cursor);
    const note = "Everything else about customers is in WHMCS: export it there.";
    return page.next === null ? { ...page, notes: [note] } : page;
  }

  /** Deletes its rows once WHMCS has it no more: until then they would come again with the next sign-in or change. */
  async erase({ kind, id }: DataSubject): Promise<EraseStep> {
    const isThere = kind === "login" ? await this.#isUser(id) : (await this.#client(id)).isKnown;
    if (isThere === null) return { left: 1, note: "WHMCS does not answer: it goes on once it does." };
    if (isThere) return { left: 0, note: kind === "login" ? USER_STAYS : CLIENT_STAYS, isKept: true };
    const rows =
      kind === "login" ? "DELETE FROM logins WHERE user_id = ?" : "DELETE FROM sent_changes WHERE account_id = ?";
    await this.#context.db.prepare(rows).bind(id).run();
    return { left: 0, note: "WHMCS has it no more; actions are kept, by number alone." };
  }

  /** Null: WHMCS did not answer. */
  async #isUser(id: number): Promise<boolean | null> {
    const user = await orNoAnswer(userOf(this.#context, id));
    return user instanceof NoAnswer ? null : user !== null;
  }

  async #client(id: number): Promise<Pick<SubjectFound, "isKnown" | "name">> {
    const reading = this.#context.api.find(getClientsDetails, { clientid: id }, { accountId: id });
    const client = await orNoAnswer(reading);
    if (client instanceof NoAnswer) return { isKnown: null, name: null };
    return client?.id === id
      ? { isKnown: true, name: client.companyname ?? client.fullname }
      : { isKnown: false, name: null };
  }
}

const USER_STAYS = "WHMCS still has the user. Delete it there, and erase again.";
const CLIENT_STAYS = "WHMCS still has the client. Delete it there, and erase again.";
