import * as z from "zod";
import { jsonObjectIn } from "../../shared/platform/json.ts";
import type { ListAction, ReadAction } from "../../workers/billing-whmcs/answers/action.ts";
import { MAX_CATALOGUE_BYTES } from "../../workers/billing-whmcs/answers/whmcs-api.ts";
import type { Parameters } from "../../workers/billing-whmcs/bridge/ask-batch.ts";
import { type AddonAccess, type AddonCall, postToAddon } from "../../workers/billing-whmcs/bridge/bridge.ts";
import { AskAnswer, ListAnswer } from "../../workers/billing-whmcs/bridge/messages.ts";
import { type AnswerBody, judged, NoAnswer } from "../../workers/billing-whmcs/bridge/outcome.ts";
import { baseOf, type WhmcsSettingTexts } from "../../workers/billing-whmcs/whmcs-settings.ts";
import type { WhmcsSecrets } from "../secrets-file.ts";

/** The timeout of a call. It is longer than the timeout of a customer's call because nobody waits for a page. */
const DEADLINE_MS = 30_000;

/**
 * The result of a call:
 * - `said_no`: WHMCS refused the action.
 * - `refused`: the addon refused the call.
 * - `no_answer`: the addon sent no usable response.
 * - `unread`: the response has an unknown shape. The result lists the unreadable fields, never their values.
 */
export type Asked<Body> =
  | { kind: "ok"; body: Body }
  | { kind: "said_no" | "no_answer"; text: string }
  | { kind: "refused"; code: string; text: string }
  | { kind: "unread"; members: string[] };

const Refusal = z.object({ result: z.literal("error"), error: z.string(), message: z.string() });

/** The rows of a list that could be read, and the number of rows that could not. */
export interface AskedRows<Row> {
  rows: Row[];
  unread: number;
  /** The fields that could not be read. */
  members: string[];
}

/** The account and the user that a call concerns. */
export interface Subject {
  client: number | null;
  user: number | null;
}

/** The message for a missing key. */
export const NO_KEY =
  "FRONTDESK_BRIDGE_KEY is not set: put the addon's key into provider.secrets.env or into the environment.";

const NOBODY: Subject = { client: null, user: null };

/** A WHMCS installation that an operator's command calls directly, without the billing host's Durable Object. */
export class Installation {
  readonly #access: AddonAccess;

  constructor(texts: WhmcsSettingTexts, { FRONTDESK_BRIDGE_KEY: key = "" }: WhmcsSecrets) {
    this.#access = { base: baseOf(texts), key, fetch: (request) => fetch(request) };
  }

  /** Makes a call that concerns no account. */
  async call<Body>(name: "status" | "catalogue", answer: z.ZodType<Body>): Promise<Asked<Body>> {
    return readAs(answer, await this.#send(name, {}));
  }

  /** Runs an API action and returns its unparsed answer. */
  async ask(action: string, parameters: Parameters, subject = NOBODY): Promise<Asked<AnswerBody>> {
    const asked = readAs(AskAnswer, await this.#askAddon(action, parameters, subject));
    if (asked.kind !== "ok") return asked;
    const [first] = asked.body.answers;
    const answer = first ? judged(first) : new NoAnswer("unread");
    return answer instanceof NoAnswer ? { kind: "no_answer", text: answer.reason } : answer;
  }

  /** Returns whether a user manages an account; `false` if the call fails. */
  async manages(client: number, user: number): Promise<boolean> {
    const asked = readAs(AskAnswer, await this.#askAddon("GetClientsDetails", {}, { client, user }));
    return asked.kind === "ok" && Boolean(asked.body.access);
  }

  #askAddon(action: string, parameters: Parameters, subject: Subject): Promise<Asked<AnswerBody>> {
    return this.#send("ask", { ...subject, calls: [{ action, parameters }] });
  }

  async #send(addon: AddonCall["addon"], parameters: AddonCall["parameters"]): Promise<Asked<AnswerBody>> {
    const limits = { deadlineMs: DEADLINE_MS, maxBytes: MAX_CATALOGUE_BYTES };
    const reply = await postToAddon(this.#access, { addon, parameters }, limits, Date.now());
    if (reply.kind === "failed") return { kind: "no_answer", text: reply.reason };
    const body = jsonObjectIn(reply.body) ?? {};
    const { data: refusal } = Refusal.safeParse(body);
    if (refusal) return { kind: "refused", code: refusal.error, text: refusal.message };
    const answer = reply.status === 200 ? judged(body) : new NoAnswer("not_json");
    return answer instanceof NoAnswer ? { kind: "no_answer", text: answer.reason } : answer;
  }

  async read<Body>(
    { name, answer }: ReadAction<Body>,
    parameters: Parameters,
    subject?: Subject,
  ): Promise<Asked<Body>> {
    return readAs(answer, await this.ask(name, parameters, subject));
  }

  async rows<Row extends { id: number }>(
    { name, row }: ListAction<Row>,
    parameters: Parameters,
    subject?: Subject,
  ): Promise<Asked<AskedRows<Row>>> {
    const asked = await this.read({ name, answer: ListAnswer }, parameters, subject);
    if (asked.kind !== "ok") return asked;
    const items = asked.body.rows;
    const read = items.map((value) => row.safeParse(value));
    const members = read.flatMap(({ error }) => error?.issues.map(({ path }) => path.join(".")) ?? []);
    const rows = read.flatMap(({ data }) => (data ? [data] : []));
    return { kind: "ok", body: { rows, unread: items.length - rows.length, members: [...new Set(members)] } };
  }
}

function readAs<Body>(answer: z.ZodType<Body>, asked: Asked<AnswerBody>): Asked<Body> {
  if (asked.kind !== "ok") return asked;
  const read = answer.safeParse(asked.body);
  if (read.success) return { kind: "ok", body: read.data };
  return { kind: "unread", members: read.error.issues.map(({ path }) => path.join(".")) };
}
