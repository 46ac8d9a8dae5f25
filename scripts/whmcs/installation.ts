import { isJsonObject } from "../../shared/platform/json.ts";
import type { ListAction, ReadAction } from "../../workers/billing-whmcs/answers/action.ts";
import { asList } from "../../workers/billing-whmcs/answers/lists.ts";
import { MAX_CATALOGUE_BYTES } from "../../workers/billing-whmcs/answers/whmcs-api.ts";
import type { Parameters } from "../../workers/billing-whmcs/bridge/ask-batch.ts";
import { Bridge, type BridgeAnswer, directHost } from "../../workers/billing-whmcs/bridge/bridge.ts";
import { AddonStatus } from "../../workers/billing-whmcs/bridge/messages.ts";
import { type AnswerBody, answerIn, judged, NoAnswer } from "../../workers/billing-whmcs/bridge/outcome.ts";
import { baseOf, type WhmcsSettingTexts } from "../../workers/billing-whmcs/whmcs-settings.ts";
import type { WhmcsSecrets } from "../secrets-file.ts";

/** No call of an operator's command is cut off as early as a customer's. */
const DEADLINE_MS = 30_000;

/**
 * What a call gave. `no_answer`: the addon refused it, or nothing of the addon came. `unread`: an answer whose shape is not known, with
 * the members that did not read, never their values.
 */
export type Asked<Body> =
  | { kind: "ok"; body: Body; answer: AnswerBody }
  | { kind: "said_no" | "no_answer"; text: string }
  | { kind: "unread"; members: string[] };

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

const NOBODY: Subject = { client: null, user: null };

/** An installation as an operator's command asks it: one call after another, without the billing host's object. */
export class Installation {
  readonly #bridge: Bridge;

  constructor(texts: WhmcsSettingTexts, { FRONTDESK_BRIDGE_KEY: key = "" }: WhmcsSecrets) {
    this.#bridge = new Bridge(directHost({ base: baseOf(texts), key, fetch: (request) => fetch(request) }));
  }

  status(): Promise<BridgeAnswer<AddonStatus>> {
    return this.#bridge.call("status", {}, AddonStatus, { requestId: undefined, deadlineMs: DEADLINE_MS });
  }

  /** The answer to an action, before it is read. */
  async ask(action: string, parameters: Parameters, subject = NOBODY): Promise<Asked<AnswerBody>> {
    const asked = await this.#askAddon(action, parameters, subject);
    if (asked.kind !== "ok") return asked;
    const [first] = asked.body.answers as unknown[];
    if (!isJsonObject(first)) return { kind: "no_answer", text: "unread" };
    const answer = judged(first);
    if (answer instanceof NoAnswer) return { kind: "no_answer", text: answer.reason };
    return answer.kind === "ok" ? { ...answer, answer: answer.body } : answer;
  }

  /** What a user may do with an account; null for one who does not manage it. */
  async access(client: number, user: number): Promise<Asked<unknown>> {
    const asked = await this.#askAddon("GetClientsDetails", {}, { client, user });
    return asked.kind === "ok" ? { ...asked, body: asked.body.access ?? null } : asked;
  }

  async #askAddon(action: string, parameters: Parameters, subject: Subject) {
    const members = { ...subject, calls: [{ action, parameters }] };
    const options = { requestId: undefined, deadlineMs: DEADLINE_MS, maxBytes: MAX_CATALOGUE_BYTES };
    const answer = answerIn(await this.#bridge.send("ask", members, options));
    if (answer instanceof NoAnswer) return { kind: "no_answer", text: answer.reason } as const;
    if (answer.kind === "said_no") return { kind: "no_answer", text: answer.text } as const;
    return { ...answer, answer: answer.body };
  }

  async read<Body>(
    { name, answer }: ReadAction<Body>,
    parameters: Parameters,
    subject?: Subject,
  ): Promise<Asked<Body>> {
    const asked = await this.ask(name, parameters, subject);
    if (asked.kind !== "ok") return asked;
    const read = answer.safeParse(asked.body);
    if (read.success) return { kind: "ok", body: read.data, answer: asked.answer };
    return { kind: "unread", members: read.error.issues.map(({ path }) => path.join(".")) };
  }

  /** One page of a list. */
  async rows<Row extends { id: number }>(
    { name, container, item, rowMember, row }: ListAction<Row>,
    parameters: Parameters,
    subject?: Subject,
  ): Promise<Asked<AskedRows<Row>>> {
    const asked = await this.ask(name, parameters, subject);
    if (asked.kind !== "ok") return asked;
    const items = asList(asked.body, container, item, (value) => rowMember in value);
    if (!items) return { kind: "unread", members: [container] };
    const read = items.map((value) => row.safeParse(value));
    const members = read.flatMap(({ error }) => error?.issues.map(({ path }) => path.join(".")) ?? []);
    const rows = read.flatMap(({ data }) => (data ? [data] : []));
    return {
      kind: "ok",
      answer: asked.answer,
      body: {
        rows,
        unread: items.length - rows.length,
        members: [...new Set(members)],
      },
    };
  }
}
