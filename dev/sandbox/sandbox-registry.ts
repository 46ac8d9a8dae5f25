import { once } from "node:events";
import type { AddressInfo, Server, Socket } from "node:net";
import { SOURCES } from "../../shared/availability/sources-table.ts";
import { dasBytes, rdapAnswer, rdapWebPage, whoisBytes } from "./answers.ts";
import { createLineServer, type LineAnswer } from "./line-server.ts";
import { mannerOf, PACE, type Pace } from "./manner.ts";
import { rdapError } from "./rdap-answers.ts";
import { createRdapServer, type RdapReply } from "./rdap-server.ts";
import { type Protocol, type QueryError, readQuery } from "./read-query.ts";
import { type Standing, Zone } from "./zone.ts";

/** One query that arrived and was understood. */
export interface Question {
  readonly kind: Protocol;
  /** A-label form, lower case. */
  readonly name: string;
}

const LOOPBACK = "127.0.0.1";
const MOST_QUESTIONS = 10_000;

const WHOIS_ERRORS: Readonly<Record<QueryError, string>> = {
  malformed: "% Error: malformed query\r\n",
  invalid_name: "% Error: invalid domain name\r\n",
  zone_not_served: "% Error: this query is not supported by this server\r\n",
};
const DAS_ERROR = "-1: Invalid query\r\n";

/**
 * The registries of every extension of the sources table, on loopback: WHOIS and DAS over TCP, RDAP over HTTP. A query
 * arrives exactly as the real server would get it; the table's own templates tell whose it is, and the answer has that
 * registry's form. What is answered is in `names.ts` and `registrations.ts`.
 */
export class SandboxRegistry {
  readonly #servers: Readonly<Record<Protocol, Server>>;
  readonly #sockets = new Set<Socket>();
  readonly #zone = new Zone();
  readonly #questions: Question[] = [];

  private constructor(pace: Pace) {
    this.#servers = {
      whois: createLineServer((line) => this.#answerWhois(line), pace),
      rdap: createRdapServer((path) => this.#answerRdap(path), pace),
      das: createLineServer((line) => this.#answerDas(line), pace),
    };
    for (const server of Object.values(this.#servers)) {
      server.on("connection", (socket: Socket) => {
        this.#sockets.add(socket);
        socket.once("close", () => this.#sockets.delete(socket));
      });
    }
  }

  /**
   * Starts it on the ports given, any free ones by default. `pace` shortens the waits of failing names. Rejects when a
   * port is taken.
   */
  static async start(ports: Partial<Record<Protocol, number>> = {}, pace: Pace = PACE): Promise<SandboxRegistry> {
    const registry = new SandboxRegistry(pace);
    const listening = Object.entries(registry.#servers).map(([kind, server]) =>
      once(server.listen({ host: LOOPBACK, port: ports[kind as Protocol] ?? 0 }), "listening"),
    );
    const failed = (await Promise.allSettled(listening)).find(({ status }) => status === "rejected");
    if (failed === undefined) return registry;
    await registry.stop();
    throw (failed as PromiseRejectedResult).reason;
  }

  /** Where each protocol is answered, as `127.0.0.1:port`. */
  get endpoints(): Readonly<Record<Protocol, string>> {
    const address = (server: Server) => `${LOOPBACK}:${(server.address() as AddressInfo).port}`;
    const { whois, rdap, das } = this.#servers;
    return { whois: address(whois), rdap: address(rdap), das: address(das) };
  }

  /** Registers `name` (A-label form), as an order does. A prefix that makes a name fail stays stronger. */
  register(name: string): void {
    this.#zone.register(name.toLowerCase(), new Date());
  }

  /** Takes the registration of `name` away; a `taken-` name stays taken. */
  release(name: string): void {
    this.#zone.release(name.toLowerCase());
  }

  /** What was asked, oldest first: about `name`, or at all. The newest 10,000 are kept. */
  questions(name?: string): readonly Question[] {
    return this.#questions.filter((question) => name === undefined || question.name === name.toLowerCase());
  }

  /** Begins the list of questions anew. */
  forgetQuestions(): void {
    this.#questions.length = 0;
  }

  /** Closes every socket at once; resolves when the ports are free. */
  async stop(): Promise<void> {
    const closed = Object.values(this.#servers).map(
      (server) => new Promise<void>((resolve) => server.close(() => resolve())),
    );
    for (const socket of this.#sockets) socket.destroy();
    await Promise.all(closed);
  }

  #answerWhois(line: string): LineAnswer {
    const query = readQuery("whois", line, SOURCES);
    if (typeof query === "string") return { bytes: Buffer.from(WHOIS_ERRORS[query]), manner: "whole" };
    const at = new Date();
    const standing = this.#ask("whois", query.name, at);
    return { bytes: whoisBytes(query, standing, at), manner: mannerOf(standing.prefix) };
  }

  #answerDas(line: string): LineAnswer {
    const query = readQuery("das", line, SOURCES);
    if (typeof query === "string") return { bytes: Buffer.from(DAS_ERROR), manner: "whole" };
    const standing = this.#ask("das", query.name, new Date());
    return { bytes: dasBytes(query, standing), manner: mannerOf(standing.prefix) };
  }

  #answerRdap(path: string): RdapReply {
    const query = readQuery("rdap", path, SOURCES);
    if (query === "invalid_name") {
      return { answer: rdapError(400, "Bad Request", ["This is not a name of this registry."]), manner: "whole" };
    }
    if (typeof query === "string") return { answer: rdapWebPage(), manner: "whole" };
    const at = new Date();
    const standing = this.#ask("rdap", query.name, at);
    return { answer: rdapAnswer(query, standing, path, at), manner: mannerOf(standing.prefix) };
  }

  #ask(kind: Protocol, name: string, at: Date): Standing {
    this.#questions.push({ kind, name });
    if (this.#questions.length > MOST_QUESTIONS) this.#questions.shift();
    return this.#zone.standing(name, at);
  }
}
