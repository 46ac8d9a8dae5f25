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
  /** The Workers that take part; a request without a route goes to the first. By default the product's. */
  workers?: (ProductWorker | TestWorker)[];
  /** The test's own Workers with them. */
  more?: TestWorker[];
  /** Settings that replace the demonstration's. */
  vars?: Partial<Record<ProductWorker, Record<string, string>>>;
  /** Other entries of the product's Workers, for a test. */
  entries?: Partial<Record<ProductWorker, string>>;
  /** Other Workers behind the bindings of a Worker. */
  bindings?: Partial<Record<ProductWorker, Record<string, string>>>;
  /** Whether the settings are the demonstration's, with a sandbox registry if the catalogue takes part. By default. */
  isDemonstration?: boolean;
  /** The date of the demonstration data; today by default. */
  seededOn?: Date;
  /** The stores have no tables. */
  isEmpty?: boolean;
  /** The account Worker's billing system can be stopped. */
  isWatched?: boolean;
  /** Its folder also has the runtime's traces and the sandbox registry's data. */
  keepsEverything?: boolean;
  /** The runtime has an inspector. */
  isMeasured?: boolean;
  /** The billing system is a simulated WHMCS, not the embedded engine. */
  whmcs?: WhmcsSimulatorOptions;
  /** A simulated cPanel server is connected; by default none is. */
  hasServer?: boolean;
}

/** A system of Workers on the real runtime, with migrated and seeded stores and a sandbox registry. */
export class World {
  /** The account API and MCP server, through connections with every scope. */
  readonly api = new AccountClient({ scopes: EVERY_SCOPE }, () => this.origin);
  origin = "";
  /** Its own folder, with the stores as files. */
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

  /** @param stores seeded with today's date */
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
    } = this.#options;
    this.folder = mkdtempSync(join(tmpdir(), "world-"));
    if (isDemonstration && workers.includes("catalogue")) {
      const kept = keepsEverything ? { file: join(this.folder, "registry.json") } : {};
      this.#registry = await SandboxRegistry.start({}, undefined, { transferTakesMs: 0, ...kept });
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

  /** A new registry in place of the stopped one. */
  set registry(registry: SandboxRegistry) {
    this.#registry = registry;
  }

  /** The simulated billing system. */
  get whmcs(): WhmcsSimulator {
    return started(this.#whmcs);
  }

  /** The simulated server that is connected. */
  get cpanel(): CpanelSimulator {
    return started(this.#cpanel);
  }

  /** The billing system's own database. */
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

  /** Runs the billing system's scheduled jobs. */
  async tick(): Promise<void> {
    const outcome = await this.system.getWorker(this.#billingWorker).scheduled("*/5 * * * *");
    if (outcome !== "ok") throw new Error(`the scheduled handler ended as ${outcome}`);
  }

  /** What the Workers have logged, a line each. */
  logs(): string[] {
    return this.system.getLogs().map(({ message }) => message);
  }

  /** Log lines that mean a mistake in our own code. */
  mistakes(): string[] {
    return this.logs().filter((line) => /internal_error|undeclared_problem/.test(line));
  }

  /** The mails to one address, oldest first, once there are so many: they leave after the answer. */
  async mailsTo(address: string, atLeast = 1): Promise<SentMail[]> {
    const mails = async () => (await readOutbox(this.origin)).filter(({ to }) => to.includes(address));
    await expect.poll(async () => (await mails()).length, { interval: 100 }).toBeGreaterThanOrEqual(atLeast);
    return mails();
  }

  /** The customer follows an answer's link, signs in and pays; returns the page that confirms it. */
  pay(url: string, login = "owner"): Promise<VisitedPage> {
    return payInvoice(this.origin, url, { email: `${login}@maple.example`, password: `maple-${login}` });
  }

  /** A check of a domain over HTTP, by default from an unused address. */
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

  /** A Worker's JSON answer at one of its paths. */
  async ask(worker: string, path: string): Promise<unknown> {
    return (await this.system.getWorker(worker).fetch(path)).json();
  }

  get #billingWorker(): string {
    return this.#options.whmcs ? "frontdesk-billing-whmcs" : "frontdesk-billing";
  }

  /** On WHMCS also those that are written for a deployment. */
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

/** A world that runs during the file's tests, and logs no mistake. */
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

/** The operator console's address in a world. */
export const OPERATOR_HOST = "operator.localhost";

/** Replaces the billing system's binding; see its file. */
const WATCHED_BILLING = {
  name: "watched-billing",
  main: "test/support/workers/watched-billing.worker.ts",
  services: [{ binding: "REAL", service: "frontdesk-billing" }],
};
