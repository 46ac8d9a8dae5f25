import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { bodyOf } from "../request-body.ts";
import { CPANEL_SECRETS, SEED_ZONES, SERVER_ID } from "./seed.ts";
import { failure, type StoredZone, UAPI_FUNCTIONS, type UapiResult } from "./uapi-functions.ts";

const LOOPBACK = "127.0.0.1";
const LOGIN = "frontdesk";
const FAULTS_PATH = "/simulator/faults";
const MAX_BODY_BYTES = 2 * 1024 * 1024;

/**
 * A fault for one call:
 * - `unauthorized`: the server rejects the token.
 * - `html`, `html_500`: it sends a web page instead of JSON.
 * - `redirect`: it redirects to another URL.
 * - `error`: the function fails with the server's own error text.
 * - `half`: the response lacks some of its data but is still valid JSON.
 * - `cut`: the body ends early.
 * - `reset`: the connection breaks before the call runs.
 * - `never`: the server does not respond.
 * - `slow`: it responds after some milliseconds.
 * - `lost`: the call runs, and then the connection breaks.
 * - `answer`: it sends another response instead of running the call.
 */
export type CpanelFault =
  | { kind: (typeof FAULTS)[number] }
  | { kind: "slow"; ms: number }
  | { kind: "answer"; body: unknown };
const FAULTS = [
  ...(["unauthorized", "html", "html_500", "redirect", "error", "half"] as const),
  ...(["cut", "reset", "never", "lost"] as const),
] as const;

/** A call of a known function for a known user, and whether it succeeded. */
export interface JournalEntry {
  user: string;
  call: string;
  parameters: Record<string, string>;
  status: 0 | 1;
}

/** A simulated cPanel server on loopback. It offers the DNS functions of its users through WHM API 1 `uapi_cpanel`. */
export class CpanelSimulator {
  readonly zones: StoredZone[] = structuredClone(SEED_ZONES);
  readonly token = randomBytes(16).toString("hex").toUpperCase();
  readonly journal: JournalEntry[] = [];
  /**
   * The planned faults, first in, first out. Each applies to the next call of the function `of`, or to the next call of
   * any function if `of` is absent.
   */
  readonly faults: { fault: CpanelFault; of?: string }[] = [];
  /** The users with French as their language. */
  readonly frenchUsers = new Set<string>();
  /** Runs before the server handles a call. Tests use it to change something during a call. */
  meanwhile: (call: string) => void = () => {};
  readonly #server: Server;
  #url = "";

  private constructor() {
    this.#server = createServer((request, response) => {
      void this.#serve(request, response).catch(() => response.destroy());
    });
  }

  static async start(): Promise<CpanelSimulator> {
    const simulator = new CpanelSimulator();
    simulator.#server.listen(0, LOOPBACK);
    await once(simulator.#server, "listening");
    simulator.#url = `http://${LOOPBACK}:${(simulator.#server.address() as AddressInfo).port}`;
    return simulator;
  }

  get url(): string {
    return this.#url;
  }

  /** The settings and the secret of the zones Worker. */
  get settings(): { ZONE_SERVERS: string; ZONE_SERVER_TOKENS: string } {
    return {
      ZONE_SERVERS: `${SERVER_ID} | cpanel | ${this.#url} | ${LOGIN}`,
      ZONE_SERVER_TOKENS: `${SERVER_ID}=${this.token}`,
    };
  }

  /** The URL for planning faults over HTTP. */
  get faultsUrl(): string {
    return `${this.#url}${FAULTS_PATH}`;
  }

  /**
   * Returns the text of a zone's file.
   * @throws {Error} if the zone does not exist
   */
  textOf(zone: string): string {
    return this.#zone(zone).text;
  }

  /** Simulates a manual edit of a zone's file, which may leave its serial unchanged. */
  editByHand(zone: string, edit: (text: string) => string): void {
    const found = this.#zone(zone);
    found.text = edit(found.text);
  }

  async stop(): Promise<void> {
    if (!this.#server.listening) return;
    const closed = once(this.#server, "close");
    this.#server.close().closeAllConnections();
    await closed;
  }

  #zone(name: string): StoredZone {
    const found = this.zones.find((zone) => zone.name === name);
    if (!found) throw new Error(`no zone ${name}`);
    return found;
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "/", this.#url);
    const form = new URLSearchParams(request.method === "POST" ? await bodyOf(request, MAX_BODY_BYTES) : url.search);
    if (url.pathname === FAULTS_PATH) return this.#planFault(form, response);
    const call = `${form.get("cpanel.module")}::${form.get("cpanel.function")}`;
    this.meanwhile(call);
    const fault = this.#nextFault(call);
    if (fault?.kind === "reset") return void request.socket.destroy();
    if (fault?.kind === "never") return void (await once(response, "close"));
    if (fault?.kind === "slow") await sleep(fault.ms);
    if (fault?.kind === "redirect") return void response.writeHead(302, { Location: `${this.#url}/login` }).end();
    if (fault?.kind === "html" || fault?.kind === "html_500") return page(response, fault.kind === "html" ? 200 : 500);
    const isAdmitted = request.headers.authorization === `whm ${LOGIN}:${this.token}`;
    if (!isAdmitted || fault?.kind === "unauthorized") {
      return json(response, 403, {
        cpanelresult: { error: `Access denied ${CPANEL_SECRETS.error}`, data: { result: "0" } },
      });
    }
    if (url.pathname !== "/json-api/uapi_cpanel")
      return json(response, 404, { metadata: { result: 0, reason: "Unknown app" } });
    if (fault?.kind === "answer") return json(response, 200, fault.body);
    const body = JSON.stringify(this.#answer(form, call, fault));
    if (fault?.kind === "lost") return void request.socket.destroy();
    response.writeHead(200, { "Content-Type": "application/json" });
    if (fault?.kind !== "cut") return void response.end(body);
    response.write(body.slice(0, body.length / 2), () => request.socket.destroy());
  }

  /** Plans faults for manual tests over HTTP. The form has `kind`, and optionally `times` (default 1). */
  #planFault(form: URLSearchParams, response: ServerResponse): void {
    const kind = FAULTS.find((known) => known === form.get("kind"));
    const times = Number(form.get("times") ?? 1);
    if (!kind || !Number.isInteger(times) || times < 1 || times > 100) {
      return void response.writeHead(400).end(`kind=${FAULTS.join("|")}&times=1\n`);
    }
    for (let planned = 0; planned < times; planned++) this.faults.push({ fault: { kind } });
    response.writeHead(204).end();
  }

  #answer(form: URLSearchParams, call: string, fault: CpanelFault | null): object {
    const user = form.get("cpanel.user") ?? "";
    const run = UAPI_FUNCTIONS[call];
    if (!this.zones.some((zone) => zone.user === user)) {
      return refusal(`You do not have access to an account named “${user}”.`);
    }
    if (!run) return refusal(`Unknown function ${call}.`);
    const asked = { user, parameters: form, isFrench: this.frenchUsers.has(user) };
    const result =
      fault?.kind === "error" ? failure(`The request failed. ${CPANEL_SECRETS.error}`) : run(this.zones, asked);
    const parameters = Object.fromEntries([...form].filter(([name]) => !/^(?:api|cpanel)\./.test(name)));
    this.journal.push({ user, call, parameters, status: result.status });
    const uapi = fault?.kind === "half" ? half(result) : result;
    return { data: { uapi }, metadata: { command: "uapi_cpanel", reason: "OK", result: 1, version: 1 } };
  }

  #nextFault(call: string): CpanelFault | null {
    const index = this.faults.findIndex(({ of }) => of === undefined || of === call);
    return index === -1 ? null : (this.faults.splice(index, 1)[0]?.fault ?? null);
  }
}

function half(result: UapiResult): object {
  const { data, ...rest } = result;
  return Array.isArray(data) ? { ...rest, data: data.slice(0, 2) } : rest;
}

function refusal(reason: string): object {
  return { metadata: { command: "uapi_cpanel", reason, result: 0, version: 1 } };
}

function json(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(body));
}

function page(response: ServerResponse, status: number): void {
  const text = `<!DOCTYPE html><title>cPanel</title><p>${CPANEL_SECRETS.error}</p>`;
  response.writeHead(status, { "Content-Type": "text/html" }).end(text);
}
