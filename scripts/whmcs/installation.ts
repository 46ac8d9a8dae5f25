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

/** No call of an operator's command is cut off as early as a customer's. */
const DEADLINE_MS = 30_000;

/**
 * What a call gave. `refused`: the addon itself says why it did not answer. `no_answer`: nothing of the addon came. `unread`: an answer
 * whose shape is not known, with the members that did not read, never their values.
 */
export type Asked<Body> =
  | { kind: "ok"; body: Body }
  | { kind: "said_no" | "no_answer"; text: string }
  | { kind: "refused"; code: string; text: string }
  | { kind: "unread"; members: string[] };

const Refusal = z.object({ result: z.literal("error"), error: z.string(), message: z.string() });

/** The rows of a list that read, and how many did not. */
export interface AskedRows<Row> {
  rows: Row[];
  unread: number;
  /** Members of the rows that did not read. */
  members: string[];
}

/** Whom a call is about. */
export interface Subject {
  client: number | null;
  user: number | null;
}

/** What a command says of a missing key. */
export const NO_KEY =
  "FRONTDESK_BRIDGE_KEY is not set: put the addon's key into provider.secrets.env or into the environment.";

const NOBODY: Subject = { client: null, user: null };

/** An installation as an operator's command asks it: one call after another, without the billing host's object. */
export class Installation {
  readonly #access: AddonAccess;

  constructor(texts: WhmcsSettingTexts, { FRONTDESK_BRIDGE_KEY: key = "" }: WhmcsSecrets) {
    this.#access = { base: baseOf(texts), key, fetch: (request) => fetch(request) };
  }

  /** A call that is about no account. */
  async call<Body>(name: "status" | "catalogue", answer: z.ZodType<Body>): Promise<Asked<Body>> {
    return readAs(answer, await this.#send(name, {}));
  }

  /** The answer to an action, before it is read. */
  async ask(action: string, parameters: Parameters, subject = NOBODY): Promise<Asked<AnswerBody>> {
    const asked = readAs(AskAnswer, await this.#askAddon(action, parameters, subject));
    if (asked.kind !== "ok") return asked;
    const [first] = asked.body.answers;
    const answer = first ? judged(first) : new NoAnswer("unread");
    return answer instanceof NoAnswer ? { kind: "no_answer", text: answer.reason } : answer;
  }

  /** Whether a user manages an account. */
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
