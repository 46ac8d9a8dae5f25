import { createTestHarness, type TestHarness } from "wrangler";
import { seedStatements } from "../../../../dev/seed/statements.ts";
import { declaredSettings, PROJECT } from "../../../../scripts/workers.ts";
import { type VisitedPage, Visitor } from "../../account-pages/support/visitor.ts";

const DEMONSTRATION = { DEMONSTRATION: "true", LOCAL_ORIGIN: "http://localhost:8787" };

const CONFIG = "workers/billing/wrangler.toml";

/** Hands every request to the client area, as the front door does. */
const FRONT = {
  config: {
    name: "area-front",
    main: "test/system/client-area/support/area-front.worker.ts",
    compatibility_date: "2026-10-23",
    services: [{ binding: "BILLING", service: "frontdesk-billing", entrypoint: "ClientArea" }],
  },
};

export interface AreaWorker {
  origin: string;
  db: D1Database;
  system: TestHarness;
  close(): Promise<void>;
}

/**
 * The client area on the real runtime, with the demonstration data: the billing Worker itself, which has no registrar here,
 * or its client area with one in memory.
 * @param settings take the place of those of a demonstration
 */
export async function startArea(
  kind: "billing Worker" | "with registrar" | "without registrar",
  settings: Record<string, string> = {},
): Promise<AreaWorker> {
  const objects = {
    ADDRESS_WINDOW: "AddressWindow",
    DAILY_KEY: "DailyKey",
    SERVICE_KEY: "ServiceKey",
    SESSION: "Session",
  };
  const vars = { ...declaredSettings(CONFIG), MAIL_FROM: "no-reply@maple.example", ...DEMONSTRATION, ...settings };
  const system = createTestHarness({
    root: PROJECT,
    workers: [
      ...(kind === "billing Worker"
        ? [FRONT, { configPath: CONFIG, vars }]
        : [
            {
              config: {
                name: "frontdesk-billing",
                main: "test/system/client-area/support/area-door.worker.ts",
                compatibility_date: "2026-10-23",
                vars: { ...vars, REGISTRAR: kind === "with registrar" ? "yes" : "no" },
                d1_databases: [
                  { binding: "DB", database_name: "frontdesk-billing", migrations_dir: "workers/billing/migrations" },
                ],
                send_email: [{ name: "EMAIL" }],
                durable_objects: {
                  bindings: Object.entries(objects).map(([name, class_name]) => ({ name, class_name })),
                },
                migrations: [{ tag: "v1", new_sqlite_classes: Object.values(objects) }],
              },
            },
          ]),
    ],
  });
  const { url } = await system.listen();
  const worker = system.getWorker<{ DB: D1Database }>("frontdesk-billing");
  await worker.applyD1Migrations("DB");
  const { DB } = await worker.getEnv();
  await DB.batch(seedStatements().map((statement) => DB.prepare(statement)));
  return { origin: url.origin, db: DB, system, close: () => system.close() };
}

/** Tells the registrar in memory what a test needs: `elsewhere`, `reserved`, `refusal`, `silent`. */
export async function tellRegistrar({ origin }: AreaWorker, what: string, parameters: Record<string, string> = {}) {
  const { status } = await fetch(`${origin}/test/${what}?${new URLSearchParams(parameters)}`);
  if (status !== 200) throw new Error(`the registrar was not told: ${status}`);
}

export const SIGN_IN = "/client-area/sign-in";

/** Somebody who has signed in, and the page that they asked for. */
export async function signedIn(
  { origin }: AreaWorker,
  login: string,
  address = "/client-area?lang=en",
): Promise<{ visitor: Visitor; page: VisitedPage }> {
  const visitor = new Visitor(origin);
  const asked = await visitor.open(address);
  // The cart is shown without a sign-in, and links to it.
  const [, link] = /<a href="([^"]*\/sign-in\?[^"]*)"/.exec(asked.text) ?? [];
  const door = link === undefined ? asked : await visitor.open(link.replaceAll("&amp;", "&"));
  const page = await visitor.send(door, SIGN_IN, credentials(login));
  return { visitor, page };
}

export function credentials(login: string): Record<string, string> {
  return { email: `${login}@maple.example`, password: `maple-${login}` };
}

/** What a tick box or option of a page stands for. */
export function fieldValue({ text }: VisitedPage, id: string): string {
  const input = new RegExp(`<input[^>]* id="${id}"[^>]*>`).exec(text)?.[0] ?? "";
  return / value="([^"]*)"/.exec(input)?.[1] ?? "";
}

/** The words of a page's content, with single spaces. */
export function wordsOf({ text }: VisitedPage): string {
  const main = /<main[^>]*>(.*)<\/main>/s.exec(text)?.[1] ?? "";
  return main
    .replace(/<[^>]*>/g, " ")
    .replace(/\s+/g, " ")
    .trim();
}
