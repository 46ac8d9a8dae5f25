import { CatalogueAnswer, type OwnSettings } from "../answers/provider.ts";
import { instantNow, type PlainContext } from "../whmcs-context.ts";

const KEPT_MS = 60_000;

/** Reads what the addon alone tells of products and of WHMCS's own settings, and keeps it. @throws {NoAnswer} */
export async function refreshInstallation(
  context: Pick<PlainContext, "bridge" | "db" | "now" | "requestId">,
): Promise<OwnSettings> {
  const { db, bridge, requestId } = context;
  const { products, installation } = await bridge.call("catalogue", {}, CatalogueAnswer, { requestId });
  await db
    .prepare("UPDATE addon SET products = ?, installation = ?, read_at = ?")
    .bind(JSON.stringify(products), JSON.stringify(installation), instantNow(context))
    .run();
  return installation;
}

/**
 * WHMCS's own settings as the schedule has read them, a minute old at most in this isolate. Where they never were, they are read now.
 * @throws {NoAnswer}
 */
export function installationOf(context: PlainContext): Promise<OwnSettings> {
  const { kept, db } = context;
  return kept.get("installation", KEPT_MS, async () => (await storedInstallation(db)) ?? refreshInstallation(context));
}

async function storedInstallation(db: D1Database): Promise<OwnSettings | null> {
  const stored = await db.prepare("SELECT installation FROM addon").first<string>("installation");
  return stored === null ? null : (JSON.parse(stored) as OwnSettings);
}

/** The client area as browsers reach it, without a final slash: where WHMCS has not told it, the address that the Worker reaches it at. */
export async function clientAreaOf({ db, settings }: Pick<PlainContext, "db" | "settings">): Promise<string> {
  return (await storedInstallation(db))?.clientArea ?? settings.base;
}
