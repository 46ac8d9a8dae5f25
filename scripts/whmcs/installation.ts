import { isJsonObject } from "../../shared/platform/json.ts";
import type { ListAction, ReadAction } from "../../workers/billing-whmcs/api/action.ts";
import type { Parameters } from "../../workers/billing-whmcs/api/form.ts";
import { asList } from "../../workers/billing-whmcs/api/lists.ts";
import { type AnswerBody, outcomeOf } from "../../workers/billing-whmcs/api/outcome.ts";
import { type ApiAccess, post } from "../../workers/billing-whmcs/api/post.ts";
import { MAX_CATALOGUE_BYTES } from "../../workers/billing-whmcs/api/whmcs-api.ts";
import { baseOf, type WhmcsSettingTexts } from "../../workers/billing-whmcs/whmcs-settings.ts";
import type { WhmcsSecrets } from "../secrets-file.ts";

/** No call of an operator's command is cut off as early as a customer's. */
const DEADLINE_MS = 30_000;
const LIMITS = { deadlineMs: DEADLINE_MS, maxBytes: MAX_CATALOGUE_BYTES };

/**
 * What a call gave. `not_allowed`: the role lacks the action. `not_admitted`: credential or address are refused, with what was said.
 * `unread`: an answer whose shape is not known, with the members that did not read, never their values.
 */
export type Asked<Body> =
  | { kind: "ok"; body: Body; answer: AnswerBody }
  | { kind: "said_no" | "not_admitted" | "no_answer"; text: string }
  | { kind: "not_allowed" }
  | { kind: "unread"; members: string[] };

/** The rows of a list that read, and how many did not. */
export interface AskedRows<Row> {
  rows: Row[];
  unread: number;
  /** Members of the rows that did not read. */
  members: string[];
  /** Whether they came in an order: an object keyed by numbers has none. */
  isOrdered: boolean;
}

/** An installation as an operator's command asks it: one call after another, without the billing host's object. */
export class Installation {
  readonly base: string;
  readonly fetch: ApiAccess["fetch"];
  readonly #access: ApiAccess;

  /** @param reachedAt where this machine reaches it, if not where the Worker does */
  constructor(
    texts: WhmcsSettingTexts,
    { WHMCS_IDENTIFIER = "", WHMCS_SECRET = "", WHMCS_ACCESS_KEY }: WhmcsSecrets,
    reachedAt = baseOf(texts),
  ) {
    this.base = reachedAt.replace(/\/+$/, "");
    this.fetch = (request) => fetch(request);
    this.#access = {
      address: `${this.base}/includes/api.php`,
      identifier: WHMCS_IDENTIFIER,
      secret: WHMCS_SECRET,
      accessKey: WHMCS_ACCESS_KEY ?? null,
      fetch: this.fetch,
    };
  }

  /** The answer to an action, before it is read. */
  async ask(action: string, parameters: Parameters): Promise<Asked<AnswerBody>> {
    const reply = await post(this.#access, { action, parameters }, LIMITS);
    const outcome = outcomeOf(reply);
    switch (outcome.kind) {
      case "ok":
        return { kind: "ok", body: outcome.body, answer: outcome.body };
      case "said_no":
        return outcome;
      case "unavailable": {
        const said = reply.kind === "answered" ? messageIn(reply.body) : "";
        if (outcome.reason === "not_allowed" && /^invalid permissions/i.test(said)) return { kind: "not_allowed" };
        if (outcome.reason === "not_admitted") return { kind: "not_admitted", text: said };
        return { kind: "no_answer", text: said || outcome.reason };
      }
    }
  }

  async read<Body>({ name, answer }: ReadAction<Body>, parameters: Parameters): Promise<Asked<Body>> {
    const asked = await this.ask(name, parameters);
    if (asked.kind !== "ok") return asked;
    const read = answer.safeParse(asked.body);
    if (read.success) return { kind: "ok", body: read.data, answer: asked.answer };
    return { kind: "unread", members: read.error.issues.map(({ path }) => path.join(".")) };
  }

  /** One page of a list. */
  async rows<Row extends { id: number }>(
    { name, container, item, rowMember, row }: ListAction<Row>,
    parameters: Parameters,
  ): Promise<Asked<AskedRows<Row>>> {
    const asked = await this.ask(name, parameters);
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
        isOrdered: isArrayIn(asked.body, container, item),
      },
    };
  }

  /** A page of the identity provider as JSON; null for anything else. */
  async json(path: string): Promise<AnswerBody | null> {
    try {
      const signal = AbortSignal.timeout(DEADLINE_MS);
      const response = await this.fetch(new Request(this.base + path, { redirect: "manual", signal }));
      return response.status === 200 ? ((await response.json()) as AnswerBody) : null;
    } catch {
      // expected: it is no identity provider, or not reached.
      return null;
    }
  }
}

function isArrayIn(answer: AnswerBody, container: string, item: string): boolean {
  const outer = answer[container];
  return Array.isArray(isJsonObject(outer) ? outer[item] : outer);
}

/** The message of a refusal; empty where there is none. */
function messageIn(body: string): string {
  try {
    const { message } = JSON.parse(body) as { message?: unknown };
    return typeof message === "string" ? message.slice(0, 200) : "";
  } catch {
    // expected: a page in place of an answer.
    return "";
  }
}
