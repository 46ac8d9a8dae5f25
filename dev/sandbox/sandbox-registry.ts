import { randomBytes } from "node:crypto";
import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import type { AddressInfo, Server, Socket } from "node:net";
import { addYears } from "../../shared/platform/calendar.ts";
import { SOURCES } from "../../workers/catalogue/availability/sources/bundled-sources.ts";
import { lineBytes, rdapAnswer, rdapWebPage } from "./answers.ts";
import { failureModeOf, TIMING, type Timing } from "./failure-mode.ts";
import { createHttpServer, type HttpReply } from "./http-server.ts";
import { createLineServer, type LineAnswer } from "./line-server.ts";
import { OwnRegistrar } from "./own-registrar.ts";
import { rdapError } from "./rdap-answers.ts";
import { type Protocol, type QueryError, readQuery } from "./read-query.ts";
import { createRegistrarServer, REGISTRAR_USER } from "./registrar-server.ts";
import { day, OWN_REGISTRAR, registration } from "./registrations.ts";
import { type RegistrarChange, SandboxState } from "./sandbox-state.ts";
import { type NameStanding, Zone } from "./zone.ts";

/** A received query that could be parsed. */
export interface ReceivedQuery {
  readonly kind: Protocol;
  /** The domain in lower-case A-label form. */
  readonly name: string;
}

/** A server with its own port: one of the registries' protocols, or the registrar's API over HTTP. */
export type Served = Protocol | "registrar";

/** The dependencies of the sandbox. */
export interface SandboxDependencies {
  /** The file that stores all changes; `null` keeps them in memory. */
  file: string | null;
  /** Returns the machine's time, in epoch milliseconds. */
  now: () => number;
  /** Milliseconds for which a transfer in is pending. */
  transferTakesMs: number;
  /** The token of the registrar's API. By default, each start creates a new token. */
  registrarToken: string;
}

const DEFAULT_DEPENDENCIES = { file: null, now: () => Date.now(), transferTakesMs: 30_000 };

const LOOPBACK = "127.0.0.1";
const MAX_QUESTIONS = 10_000;

const WHOIS_ERRORS: Readonly<Record<QueryError, string>> = {
  malformed: "% Error: malformed query\r\n",
  invalid_name: "% Error: invalid domain name\r\n",
  zone_not_served: "% Error: this query is not supported by this server\r\n",
};
const DAS_ERROR = "-1: Invalid query\r\n";

/**
 * The registries of every extension in the source table, on loopback: WHOIS and DAS over TCP, RDAP over HTTP. A query
 * has the same form as at the real server. The templates of the source table identify the registry, and the reply has
 * that registry's form. The data comes from `names.ts` and `zone.ts`, and from later changes by a registrar.
 */
export class SandboxRegistry {
  readonly #servers: Readonly<Record<Served, Server>>;
  readonly #sockets = new Set<Socket>();
  readonly #state: SandboxState;
  readonly #zone: Zone;
  readonly #questions: ReceivedQuery[] = [];
  readonly registrarToken: string;

  private constructor(timing: Timing, { file, now, transferTakesMs, registrarToken }: SandboxDependencies) {
    this.registrarToken = registrarToken;
    this.#state = new SandboxState(file, now);
    this.#zone = new Zone(this.#state);
    const registrar = new OwnRegistrar(this.#zone, this.#state, transferTakesMs);
    this.#servers = {
      whois: createLineServer((line) => this.#answerLine("whois", line), timing),
      rdap: createHttpServer((request) => this.#answerRdap(request), timing),
      das: createLineServer((line) => this.#answerLine("das", line), timing),
      registrar: createRegistrarServer(registrar, this.#state, this.registrarToken, timing),
    };
    for (const server of Object.values(this.#servers)) {
      server.on("connection", (socket: Socket) => {
        this.#sockets.add(socket);
        socket.once("close", () => this.#sockets.delete(socket));
      });
    }
  }

  /**
   * Starts the sandbox registry on the given ports, or on any free ones.
   * @param timing delays and sizes of the failure modes
   * @throws {Error} if a port is taken, or if the file is not a sandbox state
   */
  static async start(
    ports: Partial<Record<Served, number>> = {},
    timing: Timing = TIMING,
    dependencies: Partial<SandboxDependencies> = {},
  ): Promise<SandboxRegistry> {
    const registry = new SandboxRegistry(timing, {
      ...DEFAULT_DEPENDENCIES,
      registrarToken: randomBytes(32).toString("base64url"),
      ...dependencies,
    });
    const listening = Object.entries(registry.#servers).map(([kind, server]) =>
      once(server.listen({ host: LOOPBACK, port: ports[kind as Served] ?? 0 }), "listening"),
    );
    const failed = (await Promise.allSettled(listening)).find(({ status }) => status === "rejected");
    if (failed === undefined) return registry;
    await registry.stop();
    throw (failed as PromiseRejectedResult).reason;
  }

  /** The endpoint of each server, as `127.0.0.1:port`. */
  get endpoints(): Readonly<Record<Served, string>> {
    const address = (server: Server) => `${LOOPBACK}:${(server.address() as AddressInfo).port}`;
    const { whois, rdap, das, registrar } = this.#servers;
    return { whois: address(whois), rdap: address(rdap), das: address(das), registrar: address(registrar) };
  }

  /** The URL and credentials of the registrar's API. */
  get registrarAccount(): { url: string; user: string; token: string } {
    return { url: `http://${this.endpoints.registrar}`, user: REGISTRAR_USER, token: this.registrarToken };
  }

  /** Returns the sandbox's time, which determines dates, expiries and transfers. */
  now(): Date {
    return this.#state.now();
  }

  /**
   * Moves the sandbox's clock forward and stores it.
   * @throws {RangeError} for a time in the past, or too far in the future to be valid
   */
  advance(to: Date): void {
    this.#state.advance(to);
  }

  /** Registers `name` (A-label form) for a year, as an order does. A failing prefix still has its effect. */
  register(name: string): void {
    const known = name.toLowerCase();
    const registeredOn = day(this.now());
    const terms = { registrar: OWN_REGISTRAR, registeredOn, expiresOn: addYears(registeredOn, 1) };
    this.#state.commit({ holding: [known, { now: registration(known, terms), becomes: null }] });
  }

  /** Removes the registration of `name`. A `taken-` domain stays taken. */
  release(name: string): void {
    this.#state.commit({ holding: [name.toLowerCase(), { now: null, becomes: null }] });
  }

  /**
   * Returns the registrations, renewals and started transfers at the registrar, oldest first. Without `name`, returns
   * those of all domains.
   */
  changes(name?: string): readonly RegistrarChange[] {
    return this.#state.allDone.filter((change) => name === undefined || change.name === name);
  }

  /** The provider's balance at the registrar, in US cents. */
  get registrarBalance(): number {
    return this.#state.balance;
  }

  set registrarBalance(balance: number) {
    this.#state.commit({ balance });
  }

  /** Returns the received queries about `name`, or about all domains, oldest first. Only the newest 10,000 are kept. */
  questions(name?: string): readonly ReceivedQuery[] {
    return this.#questions.filter((question) => name === undefined || question.name === name.toLowerCase());
  }

  forgetQuestions(): void {
    this.#questions.length = 0;
  }

  /** Closes every socket immediately. Resolves when the ports are free. */
  async stop(): Promise<void> {
    const closed = Object.values(this.#servers).map(
      (server) => new Promise<void>((resolve) => server.close(() => resolve())),
    );
    for (const socket of this.#sockets) socket.destroy();
    await Promise.all(closed);
  }

  #answerLine(kind: "whois" | "das", line: string): LineAnswer {
    const query = readQuery(kind, line, SOURCES);
    if (typeof query === "string") {
      return { bytes: Buffer.from(kind === "whois" ? WHOIS_ERRORS[query] : DAS_ERROR), failureMode: "whole" };
    }
    const at = this.#state.now();
    const standing = this.#ask(kind, query.name, at);
    return { bytes: lineBytes(query, standing, at), failureMode: failureModeOf(standing.prefix) };
  }

  #answerRdap({ method = "", url = "/" }: IncomingMessage): HttpReply {
    const whole = (answer: HttpReply["answer"]): HttpReply => ({ answer, failureMode: "whole" });
    if (!["GET", "HEAD"].includes(method)) {
      return whole(rdapError(405, "Method Not Allowed", ["Only GET and HEAD are supported."]));
    }
    const [path = "/"] = url.split("?", 1);
    const query = readQuery("rdap", path, SOURCES);
    if (query === "invalid_name") {
      return whole(rdapError(400, "Bad Request", ["This is not a name of this registry."]));
    }
    if (typeof query === "string") return whole(rdapWebPage());
    const at = this.#state.now();
    const standing = this.#ask("rdap", query.name, at);
    return { answer: rdapAnswer(query, standing, path, at), failureMode: failureModeOf(standing.prefix) };
  }

  #ask(kind: Protocol, name: string, at: Date): NameStanding {
    this.#questions.push({ kind, name });
    if (this.#questions.length > MAX_QUESTIONS) this.#questions.shift();
    return this.#zone.standing(name, at);
  }
}
