import type { ShownRow } from "../../../shared/operator-contract/answers.ts";
import { isSent } from "../../../workers/operator/commands/command.ts";
import { COMMANDS, type OperatorCommandName } from "../../../workers/operator/commands/command-table.ts";
import { OPERATOR_HOST, type World } from "../../support/world.ts";

interface OperatorReply<Body> {
  status: number;
  headers: Headers;
  text: string;
  body: Body;
}

export interface ReadBody {
  tables: Record<string, ShownRow[]>;
  notes: string[];
}

/** An operator who uses the console of a test system over HTTP. */
export class OperatorClient {
  readonly #world: () => World;

  constructor(world: () => World) {
    this.#world = world;
  }

  read(name: OperatorCommandName, fields: Record<string, string | number> = {}): Promise<OperatorReply<ReadBody>> {
    if (isSent(COMMANDS[name])) return this.#send(name, fields);
    const query = new URLSearchParams(Object.entries(fields).map(([field, value]) => [field, String(value)]));
    return this.ask(`/api/${name}?${query}`);
  }

  /** Sends an act and confirms it if the console requires a confirmation. */
  async act(name: OperatorCommandName, fields: object, headers: Record<string, string> = {}) {
    const answer = await this.propose(name, fields, headers);
    const confirm = answer.body?.confirm;
    return typeof confirm === "string" ? this.propose(name, { ...fields, confirm }, headers) : answer;
  }

  /** Sends an act once. If the act requires a confirmation, the response describes its effect. */
  propose(name: OperatorCommandName, fields: object, headers: Record<string, string> = {}) {
    return this.#send<Record<string, unknown>>(name, fields, headers);
  }

  #send<Body>(name: OperatorCommandName, fields: object, headers: Record<string, string> = {}) {
    return this.ask<Body>(`/api/${name}`, {
      method: "POST",
      headers: { "Content-Type": "application/json", ...headers },
      body: JSON.stringify(fields),
    });
  }

  /** Sends any request. The `body` of the reply is `null` if the response is not JSON. */
  async ask<Body>(
    path: string,
    init: { method?: string; headers?: Record<string, string>; body?: string } = {},
  ): Promise<OperatorReply<Body>> {
    const answer = await this.#world().system.fetch(`http://${OPERATOR_HOST}${path}`, init);
    const text = await answer.text();
    const headers = new Headers([...answer.headers]);
    return { status: answer.status, headers, text, body: text.startsWith("{") ? JSON.parse(text) : null };
  }
}
