import type { DataSubject, EraseStep, SubjectFound } from "../../../shared/operator-contract/erasure.ts";
import { type ExportPage, pageOf, queriedTable } from "../../../shared/operator-contract/export-pages.ts";
import { getClientsDetails } from "../api/actions/get-clients-details.ts";
import { userOf } from "../sign-in/logins.ts";
import type { WhmcsContext } from "../whmcs-context.ts";

/** What this Worker keeps about a user or a client of WHMCS. */
export class WhmcsSubjects {
  readonly #context: WhmcsContext;

  constructor(context: WhmcsContext) {
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
    const user = await userOf(this.#context, id, this.#context.requestId);
    return user.kind === "ok" ? user.body !== null : null;
  }

  async #client(id: number): Promise<Pick<SubjectFound, "isKnown" | "name">> {
    const { api, requestId } = this.#context;
    const read = await api.read(getClientsDetails, { clientid: id }, { accountId: id, requestId });
    if (read.kind === "unavailable") return { isKnown: null, name: null };
    const client = read.kind === "ok" && read.body.id === id ? read.body : null;
    return { isKnown: client !== null, name: client && (client.companyname ?? client.fullname) };
  }
}

const USER_STAYS = "WHMCS still has the user. Delete it there, and erase again.";
const CLIENT_STAYS = "WHMCS still has the client. Delete it there, and erase again.";
