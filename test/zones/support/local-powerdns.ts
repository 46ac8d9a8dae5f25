import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "../../support/free-port.ts";

const LOOPBACK = "127.0.0.1";
const PROGRAM = "pdns_server";
/** The database schema from the distribution's package pdns-backend-sqlite3. */
const SCHEMA = "/usr/share/pdns-backend-sqlite3/schema/schema.sqlite3.sql";
const MAX_START_MS = 20_000;
/** Time after which a server that has not exited is killed, in milliseconds. */
const MAX_STOP_MS = 5_000;

/** Returns whether the packages pdns-server, pdns-backend-sqlite3 and bind9-dnsutils (for `dig`) are installed. */
export function hasPowerDns(): boolean {
  const isThere = (program: string, flag: string) =>
    spawnSync(program, [flag], { timeout: 10_000 }).error === undefined;
  return existsSync(SCHEMA) && isThere(PROGRAM, "--version") && isThere("dig", "-v");
}

/** A zone to create, with its record sets. Contents have the form of PowerDNS. */
export interface NewZone {
  name: string;
  account: string;
  kind?: "Native" | "Slave";
  sets?: { name: string; type: string; ttl: number; contents: string[]; disabled?: string[] }[];
}

/** A real PowerDNS server on loopback, with its own temporary database. */
export class LocalPowerDns {
  readonly key = randomBytes(16).toString("hex");
  readonly url: string;
  readonly #dnsPort: number;
  readonly #folder: string;
  readonly #server: ChildProcess;

  private constructor(httpPort: number, dnsPort: number) {
    this.url = `http://${LOOPBACK}:${httpPort}`;
    this.#dnsPort = dnsPort;
    this.#folder = mkdtempSync(join(tmpdir(), "powerdns-"));
    const database = join(this.#folder, "zones.sqlite");
    const db = new DatabaseSync(database);
    db.exec(readFileSync(SCHEMA, "utf8"));
    db.close();
    const settings = {
      "config-dir": this.#folder,
      "socket-dir": this.#folder,
      daemon: "no",
      guardian: "no",
      "write-pid": "no",
      setuid: "",
      setgid: "",
      launch: "gsqlite3",
      "gsqlite3-database": database,
      "gsqlite3-dnssec": "yes",
      "local-address": LOOPBACK,
      "local-port": dnsPort,
      api: "yes",
      "api-key": this.key,
      webserver: "yes",
      "webserver-address": LOOPBACK,
      "webserver-port": httpPort,
      "webserver-allow-from": LOOPBACK,
      "security-poll-suffix": "",
      "cache-ttl": 0,
      "query-cache-ttl": 0,
      "negquery-cache-ttl": 0,
      "zone-cache-refresh-interval": 0,
    };
    const options = Object.entries(settings).map(([name, value]) => `--${name}=${value}`);
    this.#server = spawn(PROGRAM, options, { stdio: "ignore" });
  }

  /** @throws Error if the server does not respond in time */
  static async start(): Promise<LocalPowerDns> {
    const server = new LocalPowerDns(await freePort(), await freePort());
    for (const until = Date.now() + MAX_START_MS; Date.now() < until; await sleep(50)) {
      // expected: the server does not listen yet.
      const response = await server.ask("").catch(() => null);
      if (response?.ok) return server;
    }
    await server.stop();
    throw new Error("PowerDNS did not start");
  }

  /** Returns the zone Worker's settings and secret. @param id the server's name in the billing system */
  settings(id: string): { ZONE_SERVERS: string; ZONE_SERVER_TOKENS: string } {
    return { ZONE_SERVERS: `${id} | powerdns | ${this.url}`, ZONE_SERVER_TOKENS: `${id}=${this.key}` };
  }

  /** @throws Error with the server's text if the server refuses the zone */
  async createZone({ name, account, kind = "Native", sets = [] }: NewZone): Promise<void> {
    const rrsets = sets.map(({ contents, disabled = [], ...set }) => ({
      ...set,
      changetype: "REPLACE",
      records: [
        ...contents.map((content) => ({ content, disabled: false })),
        ...disabled.map((content) => ({ content, disabled: true })),
      ],
    }));
    const isCopy = kind === "Slave";
    const own = isCopy ? { masters: ["192.0.2.53"] } : { nameservers: ["ns1.maple.example.", "ns2.maple.example."] };
    await this.#send("POST", "/zones", { name, account, kind, ...own, ...(!isCopy && { rrsets }) });
  }

  /** Changes a zone without the Worker. @param rrsets the record sets in the form of the API's `PATCH` */
  async patch(zone: string, rrsets: object[]): Promise<void> {
    await this.#send("PATCH", `/zones/${zone}.`, { rrsets });
  }

  ask(path: string, init: { method?: string; body?: string } = {}): Promise<Response> {
    return fetch(`${this.url}/api/v1/servers/localhost${path}`, { ...init, headers: { "X-API-Key": this.key } });
  }

  /** Queries the server over DNS. Returns the lines that `dig` prints. @param options options of `dig` */
  dig(name: string, type: string, options = ["+short"]): string[] {
    const { stdout } = spawnSync("dig", [...options, `@${LOOPBACK}`, "-p", String(this.#dnsPort), type, name], {
      encoding: "utf8",
      timeout: 20_000,
    });
    return stdout.split("\n").filter((line) => line !== "");
  }

  async stop(): Promise<void> {
    if (this.#server.exitCode === null && this.#server.signalCode === null) {
      const ended = once(this.#server, "exit");
      const force = setTimeout(() => this.#server.kill("SIGKILL"), MAX_STOP_MS);
      this.#server.kill("SIGTERM");
      await ended;
      clearTimeout(force);
    }
    rmSync(this.#folder, { recursive: true, force: true });
  }

  async #send(method: string, path: string, body: object): Promise<void> {
    const response = await this.ask(path, { method, body: JSON.stringify(body) });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  }
}
