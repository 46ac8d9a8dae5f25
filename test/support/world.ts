import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, inject } from "vitest";
import { CpanelSimulator } from "../../dev/cpanel/cpanel-simulator.ts";
import { readOutbox, type SentMail } from "../../dev/outbox/read-outbox.ts";
import { SandboxRegistry } from "../../dev/sandbox/sandbox-registry.ts";
import { settingsFor } from "../../dev/whmcs/local-installation.ts";
import { WhmcsSimulator, type WhmcsSimulatorOptions } from "../../dev/whmcs/whmcs-simulator.ts";
import { writeConfigurations } from "../../scripts/configurations.ts";
import { API_PATH } from "../../shared/platform/addresses.ts";
import { AccountClient, EVERY_SCOPE } from "./account-client.ts";
import { directConnections } from "./direct-connections.ts";
import type { VisitedPage } from "./page-visitor.ts";
import { payInvoice } from "./pay-invoice.ts";
import {
  CONFIGS,
  demonstrationOf,
  PRODUCT,
  type ProductWorker,
  settingsOf,
  type TestWorker,
} from "./product-workers.ts";
import { DATABASES, seedStores, seedWhmcsStores } from "./seeded-stores.ts";
import { TestRuntime, type WorkerInput } from "./test-runtime.ts";
import type { Mood } from "./workers/watched-billing.worker.ts";

export interface WorldOptions {
  /**
   * The Workers that run, by default those that serve customers. A request without a matching route goes to the first.
   */
  workers?: (ProductWorker | TestWorker)[];
  /** The test's own Workers that run in addition. */
  more?: TestWorker[];
  /** Settings that replace those of the demonstration. */
  vars?: Partial<Record<ProductWorker, Record<string, string>>>;
  /** Entries that replace the entries of the product's Workers. */
  entries?: Partial<Record<ProductWorker, string>>;
  /** For a Worker, the names of Workers that replace those behind its service bindings. */
  bindings?: Partial<Record<ProductWorker, Record<string, string>>>;
  /** Whether the world is a demonstration, with a sandbox registry if the catalogue runs. The default is true. */
  isDemonstration?: boolean;
  /** The date of the demonstration data, by default today. */
  seededOn?: Date;
  /** Whether the stores have no tables. */
  isEmpty?: boolean;
  /** Whether a test can make the account Worker's billing system fail, with {@link World.setMood}. */
  isWatched?: boolean;
  /** Whether the folder also keeps the runtime's traces and the sandbox registry's data. */
  keepsEverything?: boolean;
  /** Whether the runtime has an inspector. */
  isMeasured?: boolean;
  /** Options for a simulated WHMCS, which then replaces the embedded engine. */
  whmcs?: WhmcsSimulatorOptions;
  /** The ports of the sandbox registry. By default, the system assigns them. */
  registryPorts?: Parameters<typeof SandboxRegistry.start>[0];
  /** Whether a simulated cPanel server is connected. The default is false. */
  hasServer?: boolean;
}

/** A system of Workers in the real runtime, with migrated and seeded stores and a sandbox registry. */
export class World {
  /** A client of the account API and its MCP server, with connections that have every scope. */
  readonly api = new AccountClient({ scopes: EVERY_SCOPE }, () => this.origin);
  origin = "";
  /** The folder with the stores' files. */
  folder = "";
  readonly #options: WorldOptions;
  #system: TestRuntime | null = null;
  #registry: SandboxRegistry | null = null;
  #whmcs: WhmcsSimulator | null = null;
  #cpanel: CpanelSimulator | null = null;
  #databases: Partial<Record<string, D1Database>> = {};
  #callers = 0;

  constructor(options: WorldOptions = {}) {
    this.#options = options;
  }

  /** Starts the world. @param stores a folder with seeded stores, by default the shared one */
  async start(stores?: string): Promise<this> {
    const {
      workers = PRODUCT,
      more = [],
      isDemonstration = true,
      seededOn,
      isEmpty,
      keepsEverything,
      isMeasured,
      whmcs,
      hasServer,
      registryPorts,
    } = this.#options;
    this.folder = mkdtempSync(join(tmpdir(), "world-"));
    if (isDemonstration && workers.includes("catalogue")) {
      const kept = keepsEverything ? { file: join(this.folder, "registry.json") } : {};
      this.#registry = await SandboxRegistry.start(registryPorts, undefined, { transferTakesMs: 0, ...kept });
    }
    if (hasServer) this.#cpanel = await CpanelSimulator.start();
    if (whmcs) {
      this.#whmcs = await WhmcsSimulator.start(whmcs);
      const registry = this.#registry;
      if (registry) this.#whmcs.installation.registrar.whenRegistered = (name) => registry.register(name);
      await seedWhmcsStores(this.folder);
    } else if (seededOn) await seedStores(this.folder, seededOn);
    else if (!isEmpty) cpSync(stores ?? inject("stores"), this.folder, { recursive: true });
    const own = workers.includes("account")
      ? [...more, directConnections(this.#vars("account"), this.#billingWorker)]
      : more;
    const watched = this.#options.isWatched ? [WATCHED_BILLING] : [];
    const configs = this.#configurations();
    const inputs = [...workers, ...watched, ...own].map((worker) => this.#input(worker, configs));
    const runtime = { isTraced: keepsEverything === true, hasInspector: isMeasured === true };
    this.#system = await TestRuntime.start(inputs, this.folder, runtime);
    this.origin = this.#system.origin;
    this.#databases = this.#system.databases;
    if (this.#whmcs) this.#whmcs.addon.options.returnTo = `${this.origin}/sign-in/returned`;
    if (whmcs) await this.tick();
    return this;
  }

  async close(): Promise<void> {
    await this.#system?.close();
    await Promise.all([this.#registry?.stop(), this.#whmcs?.stop(), this.#cpanel?.stop()]);
    if (this.folder !== "") rmSync(this.folder, { recursive: true, force: true });
  }

  get system(): TestRuntime {
    return started(this.#system);
  }

  get registry(): SandboxRegistry {
    return started(this.#registry);
  }

  /** Replaces the stopped registry. */
  set registry(registry: SandboxRegistry) {
    this.#registry = registry;
  }

  /** The simulated WHMCS. */
  get whmcs(): WhmcsSimulator {
    return started(this.#whmcs);
  }

  /** The simulated cPanel server. */
  get cpanel(): CpanelSimulator {
    return started(this.#cpanel);
  }

  /** The database of the billing Worker. */
  get billing(): D1Database {
    return started(this.#databases[this.#whmcs ? DATABASES.whmcs : DATABASES.billing]);
  }

  /** The account Worker's database. */
  get accounts(): D1Database {
    return started(this.#databases[DATABASES.account]);
  }

  /** The operator console's database. */
  get operator(): D1Database {
    return started(this.#databases[DATABASES.operator]);
  }

  /** Runs the scheduled jobs of the billing Worker. */
  async tick(): Promise<void> {
    const outcome = await this.system.getWorker(this.#billingWorker).scheduled("*/5 * * * *");
    if (outcome !== "ok") throw new Error(`the scheduled handler ended as ${outcome}`);
  }

  /** Returns the Workers' log lines. */
  logs(): string[] {
    return this.system.getLogs().map(({ message }) => message);
  }

  /** Returns the log lines that report an error in the product's code. */
  mistakes(): string[] {
    return this.logs().filter((line) => /internal_error|undeclared_problem/.test(line));
  }

  /**
   * Returns the e-mails to an address, oldest first. The function waits for `atLeast` e-mails, because Workers send
   * e-mails after they have responded.
   */
  async mailsTo(address: string, atLeast = 1): Promise<SentMail[]> {
    const mails = async () => (await readOutbox(this.origin)).filter(({ to }) => to.includes(address));
    await expect.poll(async () => (await mails()).length, { interval: 100 }).toBeGreaterThanOrEqual(atLeast);
    return mails();
  }

  /** Follows a link to an invoice as the customer, signs in and pays. Returns the confirmation page. */
  pay(url: string, login = "owner"): Promise<VisitedPage> {
    return payInvoice(this.origin, url, { email: `${login}@maple.example`, password: `maple-${login}` });
  }

  /** Checks a domain over HTTP, by default from the next of 250 network addresses. */
  check(
    domain: string,
    {
      address = `198.51.100.${++this.#callers % 250}`,
      query = "",
      init = {},
    }: { address?: string; query?: string; init?: RequestInit } = {},
  ): Promise<Response> {
    return fetch(`${this.origin}${API_PATH}/domains/availability?domain=${encodeURIComponent(domain)}${query}`, {
      ...init,
      headers: { "CF-Connecting-IP": address, ...init.headers },
    });
  }

  async setMood(mood: Mood): Promise<void> {
    await this.ask(WATCHED_BILLING.name, `/mood/${mood}`);
  }

  /** Sends a GET request to a Worker and returns the parsed body. */
  async ask(worker: string, path: string): Promise<unknown> {
    return (await this.system.getWorker(worker).fetch(path)).json();
  }

  get #billingWorker(): string {
    return this.#options.whmcs ? "frontdesk-billing-whmcs" : "frontdesk-billing";
  }

  /** Returns the configurations of the Workers. With WHMCS, they are generated as for a deployment. */
  #configurations(): Record<ProductWorker, string> {
    if (!this.#whmcs) return CONFIGS;
    const vars = settingsFor(this.#whmcs);
    const written = writeConfigurations("whmcs", join(this.folder, "configurations"), { vars, secrets: [] });
    const [billing = "", catalogue = "", zones = "", account = "", operator = "", site = ""] = written.map(
      ({ config }) => config,
    );
    return { billing, catalogue, zones, account, operator, site };
  }

  #input(worker: ProductWorker | TestWorker, configs: Record<ProductWorker, string>): WorkerInput {
    if (typeof worker !== "string") return { config: worker };
    if (worker === "billing" && this.#whmcs)
      return { config: configs.billing, vars: this.#options.vars?.billing ?? {} };
    const { bindings = {}, entries = {}, isWatched } = this.#options;
    const entry = entries[worker];
    return {
      config: configs[worker],
      ...(entry !== undefined && { main: entry }),
      ...(worker === "operator" && { routes: [`${OPERATOR_HOST}/*`] }),
      vars: this.#vars(worker),
      services: { ...(worker === "account" && isWatched && { BILLING: WATCHED_BILLING.name }), ...bindings[worker] },
    };
  }

  #vars(worker: ProductWorker) {
    const { vars, isDemonstration = true } = this.#options;
    const clientArea = this.#whmcs && { CLIENT_AREA_URL: this.#whmcs.url };
    const demonstration = isDemonstration && demonstrationOf(worker, this.#registry);
    const servers = worker === "zones" && this.#cpanel?.settings;
    return settingsOf(worker, { ...demonstration, ...clientArea, ...servers, ...vars?.[worker] });
  }
}

/** Starts a world for the tests of a file, and expects that its Workers log no errors in the product's code. */
export function useWorld(options: WorldOptions = {}): World {
  const world = new World(options);
  beforeAll(async () => void (await world.start()));
  afterAll(async () => {
    const mistakes = world.mistakes();
    await world.close();
    expect(mistakes).toEqual([]);
  });
  return world;
}

function started<Part>(part: Part | null | undefined): Part {
  if (part === null || part === undefined) throw new Error("the world has not started, or has no such part");
  return part;
}

/** The host name of the operator console in a world. */
export const OPERATOR_HOST = "operator.localhost";

/** The Worker that the account Worker calls instead of the billing Worker if a test makes it fail. */
const WATCHED_BILLING = {
  name: "watched-billing",
  main: "test/support/workers/watched-billing.worker.ts",
  services: [{ binding: "REAL", service: "frontdesk-billing" }],
};
