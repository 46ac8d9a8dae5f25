import { declaredSettings } from "../../../../scripts/workers.ts";
import { PageVisitor, type VisitedPage } from "../../../support/page-visitor.ts";
import { withObjects } from "../../../support/product-workers.ts";
import type { World, WorldOptions } from "../../../support/world.ts";

const BILLING = "frontdesk-billing";

/** Hands every request to the client area, as the front door does. */
const FRONT = {
  name: "area-front",
  main: "test/system/client-area/support/area-front.worker.ts",
  services: [{ binding: "BILLING", service: BILLING, entrypoint: "ClientArea" }],
};

/**
 * The client area on the real runtime, with the demonstration data: the billing Worker itself, which has no registrar here,
 * or its client area with one in memory.
 * @param settings take the place of those of a demonstration
 */
export function clientArea(kind: "billing Worker" | "with registrar", settings: Record<string, string> = {}) {
  const vars = {
    DEMONSTRATION: "true",
    LOCAL_ORIGIN: "http://localhost:8787",
    MAIL_FROM: "no-reply@maple.example",
    ...settings,
  };
  if (kind === "billing Worker") return { workers: [FRONT, "billing"], vars: { billing: vars } } satisfies WorldOptions;
  const area = {
    name: BILLING,
    main: "test/system/client-area/support/area-door.worker.ts",
    vars: { ...declaredSettings("workers/billing/wrangler.toml"), ...vars },
    d1_databases: [{ binding: "DB", database_name: BILLING, migrations_dir: "workers/billing/migrations" }],
    send_email: [{ name: "EMAIL" }],
    ...withObjects({
      ADDRESS_WINDOW: "AddressWindow",
      DAILY_KEY: "DailyKey",
      SERVICE_KEY: "ServiceKey",
      SESSION: "Session",
    }),
  };
  return { workers: [area] } satisfies WorldOptions;
}

/** Tells the registrar in memory what a test needs: `elsewhere`, `reserved`, `refusal`, `silent`. */
export async function tellRegistrar({ origin }: World, what: string, parameters: Record<string, string> = {}) {
  const { status } = await fetch(`${origin}/test/${what}?${new URLSearchParams(parameters)}`);
  if (status !== 200) throw new Error(`the registrar was not told: ${status}`);
}

export const SIGN_IN = "/client-area/sign-in";

/** Somebody who has signed in, and the page that they asked for. */
export async function signedIn(
  { origin }: World,
  login: string,
  address = "/client-area?lang=en",
): Promise<{ visitor: PageVisitor; page: VisitedPage }> {
  const visitor = new PageVisitor(origin);
  const asked = await visitor.open(address);
  // The cart is shown without a sign-in, and links to it.
  const [, link] = /<a href="([^"]*\/sign-in\?[^"]*)"/.exec(asked.html) ?? [];
  const door = link === undefined ? asked : await visitor.open(link.replaceAll("&amp;", "&"));
  const page = await visitor.submit(door, SIGN_IN, credentials(login));
  return { visitor, page };
}

export function credentials(login: string): Record<string, string> {
  return { email: `${login}@maple.example`, password: `maple-${login}` };
}

/** What a tick box or option of a page stands for. */
export function fieldValue({ html }: VisitedPage, id: string): string {
  const input = new RegExp(`<input[^>]* id="${id}"[^>]*>`).exec(html)?.[0] ?? "";
  return / value="([^"]*)"/.exec(input)?.[1] ?? "";
}

/** The words of a page's content, with single spaces. */
export function wordsOf({ html }: VisitedPage): string {
  const main = /<main[^>]*>(.*)<\/main>/s.exec(html)?.[1] ?? "";
  return main
    .replace(/<[^>]*>/g, " ")
    .replace(/\s+/g, " ")
    .trim();
}
