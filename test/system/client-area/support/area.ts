import { expect } from "vitest";
import type { SentMail } from "../../../../dev/outbox/read-outbox.ts";
import { declaredSettings } from "../../../../scripts/workers.ts";
import { PageVisitor, type VisitedPage } from "../../../support/page-visitor.ts";
import { PRODUCT, withObjects } from "../../../support/product-workers.ts";
import { useWorld, type World } from "../../../support/world.ts";

const BILLING = "frontdesk-billing";
const AREA = "/client-area";

/** The billing Worker of a demonstration, with an in-memory registrar. */
const AREA_DOOR = {
  name: BILLING,
  main: "test/system/client-area/support/area-door.worker.ts",
  vars: {
    ...declaredSettings("workers/billing/wrangler.toml"),
    DEMONSTRATION: "true",
    PAYMENTS: "demonstration",
    LOCAL_ORIGIN: "http://localhost:8787",
    MAIL_FROM: "no-reply@maple.example",
    REGISTRAR: "",
  },
  d1_databases: [{ binding: "DB", database_name: BILLING }],
  send_email: [{ name: "EMAIL" }],
  ...withObjects({
    ADDRESS_WINDOW: "AddressWindow",
    DAILY_KEY: "DailyKey",
    SERVICE_KEY: "ServiceKey",
    STORE_HOLDS: "StoreHolds",
  }),
};

/** Returns headers that change settings of the client area. The setting `registrar: "none"` removes the registrar. */
export function withSettings(settings: Record<string, string>): Record<string, string> {
  return { "X-Test-Settings": JSON.stringify(settings) };
}

/** A page of the client area in a visitor's browser. */
export class Screen {
  readonly visitor: PageVisitor;
  readonly page: VisitedPage;

  constructor(visitor: PageVisitor, page: VisitedPage) {
    this.visitor = visitor;
    this.page = page;
  }

  get status(): number {
    return this.page.status;
  }

  get html(): string {
    return this.page.html;
  }

  get address(): string {
    return this.page.address;
  }

  /** The path of the page within the client area. */
  get path(): string {
    return this.page.url.pathname.slice(AREA.length);
  }

  /** The text of the page's main content, with single spaces. */
  get words(): string {
    const [, main = ""] = /<main[^>]*>(.*)<\/main>/s.exec(this.html) ?? [];
    return main
      .replace(/<[^>]*>/g, " ")
      .replace(/\s+/g, " ")
      .trim();
  }

  /** The hidden field that ties a form to this session. */
  get token(): [name: string, value: string] {
    const [, name = "", value = ""] = /name="(token)" value="([^"]+)"/.exec(this.html) ?? [];
    return [name, value];
  }

  /** Returns the value of an input on the page. */
  value(id: string): string {
    const input = new RegExp(`<input[^>]* id="${id}"[^>]*>`).exec(this.html)?.[0] ?? "";
    return / value="([^"]*)"/.exec(input)?.[1] ?? "";
  }

  /** Returns the URL that the first group of a pattern matches in the HTML; empty if there is no match. */
  link(pattern: RegExp): string {
    return pattern.exec(this.html)?.[1]?.replaceAll("&amp;", "&") ?? "";
  }

  async open(path: string, init?: RequestInit): Promise<Screen> {
    return new Screen(this.visitor, await this.visitor.open(inArea(path), init));
  }

  /** Sends the form on the page that posts to a path. */
  async submit(path: string, fields: Record<string, string> = {}, headers?: Record<string, string>): Promise<Screen> {
    return new Screen(this.visitor, await this.visitor.submit(this.page, AREA + path, fields, headers));
  }

  /** Posts exactly these fields to a path. */
  async post(path: string, ...fields: [string, string][]): Promise<Screen> {
    return new Screen(this.visitor, await this.visitor.post(inArea(path), fields));
  }

  /** Accepts the terms and orders the content of the cart. */
  order(fields: Record<string, string> = {}): Promise<Screen> {
    return this.submit("/cart", { terms: this.value("terms"), ...fields });
  }

  /** Pays the invoice on the current page. */
  pay(): Promise<Screen> {
    return this.submit(this.path);
  }

  signIn(login: string): Promise<Screen> {
    return this.enter(credentials(login));
  }

  /** Sends the sign-in form. */
  async enter(fields: Record<string, string>): Promise<Screen> {
    return new Screen(this.visitor, await this.visitor.submit(this.page, "/sign-in", fields));
  }
}

/** The client area of a test system. */
export class Area {
  readonly world: World;
  readonly #visitors = new Map<string, Promise<Screen>>();

  constructor(world: World) {
    this.world = world;
  }

  /** Opens a page as a new visitor. */
  visit(path: string, headers?: Record<string, string>): Promise<Screen> {
    return new Screen(new PageVisitor(this.world.origin, headers), {} as VisitedPage).open(path);
  }

  /** Opens a page as a new visitor and signs in. */
  async signIn(login: string, path = ""): Promise<Screen> {
    const asked = await this.visit(path);
    // The cart opens without a sign-in and only links to it.
    const link = asked.link(/<a [^>]*href="([^"]*\/sign-in\?[^"]*)"/);
    return (link === "" ? asked : await asked.open(link)).signIn(login);
  }

  /** Opens a page as a login, in a session that all tests of the file share. */
  async as(login: string, path = ""): Promise<Screen> {
    const known = this.#visitors.get(login) ?? this.signIn(login);
    this.#visitors.set(login, known);
    return (await known).open(path);
  }

  /** Sends a command to the in-memory registrar. `area-door.worker.ts` defines the commands. */
  async registrar(what: string, parameters: Record<string, string> = {}): Promise<unknown> {
    // An order also queries the registry, so the domain must be taken there too.
    if (what === "elsewhere") this.world.registry.register(parameters.name ?? "");
    const path = `/test/${what}?${new URLSearchParams(parameters)}`;
    const response = await this.world.system.getWorker(BILLING).fetch(path);
    if (!response.ok) throw new Error(`the registrar was not told: ${response.status}`);
    return response.json();
  }

  /** Waits for an e-mail to a login with these words in the subject. @returns the latest of these e-mails */
  async mail(login: string, words: string): Promise<SentMail> {
    const find = async () =>
      (await this.world.mailsTo(`${login}@maple.example`, 0)).findLast(({ subject }) => subject.includes(words));
    await expect.poll(find).toBeDefined();
    return (await find()) as SentMail;
  }

  /** Returns the first column of the first row of a query; `null` if there is no row. */
  async value(sql: string, ...values: unknown[]): Promise<unknown> {
    const [row] = await this.world.billing
      .prepare(sql)
      .bind(...values)
      .raw();
    return row?.[0] ?? null;
  }

  async run(sql: string, ...values: unknown[]): Promise<void> {
    await this.world.billing
      .prepare(sql)
      .bind(...values)
      .run();
  }
}

/** Runs a whole system with the demonstration data during the tests of the file. */
export function useArea(): Area {
  const workers = [...PRODUCT.filter((worker) => worker !== "billing"), AREA_DOOR];
  return new Area(useWorld({ workers, hasServer: true }));
}

export function credentials(login: string): Record<string, string> {
  return { email: `${login}@maple.example`, password: `maple-${login}` };
}

/** Returns the path of a page in the client area or of the sign-in, in English by default. */
function inArea(path: string): string {
  const address = path.startsWith(AREA) || path.startsWith("/sign-in") ? path : AREA + path;
  if (/[?&]lang=/.test(address)) return address;
  return `${address}${address.includes("?") ? "&" : "?"}lang=en`;
}

/** The input for the last step of the sign-up. */
export const ADDRESS = {
  "first-name": "Nina",
  "last-name": "Roy",
  street: "12 rue Principale",
  city: "Québec",
  province: "QC",
  "postal-code": "G1R 1A1",
  country: "CA",
  phone: "+1 418 555 0199",
};

/** Waits for e-mails to an address and returns the code in the newest one. */
export async function mailedCode(area: Area, email: string, mails = 1): Promise<string> {
  const [mail] = (await area.world.mailsTo(email, mails)).slice(-1);
  expect(mail?.subject).not.toMatch(/\d/);
  return /\b\d{8}\b/.exec(mail?.text ?? "")?.[0] ?? expect.fail("no code was mailed");
}
