import type * as z from "zod";
import { CatalogueAnswer, type OwnSettings } from "../answers/provider.ts";
import type { PlainContext } from "../whmcs-context.ts";

const KEPT_MS = 60_000;

/** Reads what the addon alone tells of products and of WHMCS's own settings, and keeps these. @throws {NoAnswer} */
export async function refreshInstallation({
  db,
  bridge,
  requestId,
}: PlainContext): Promise<z.output<typeof CatalogueAnswer>> {
  const read = await bridge.call("catalogue", {}, CatalogueAnswer, { requestId });
  await db.prepare("UPDATE addon SET installation = ?").bind(JSON.stringify(read.installation)).run();
  return read;
}

/**
 * WHMCS's own settings as the schedule has read them, a minute old at most in this isolate. Where they never were, they are read now.
 * @throws {NoAnswer}
 */
export function installationOf(context: PlainContext): Promise<OwnSettings> {
  const { kept, db } = context;
  return kept.get(
    "installation",
    KEPT_MS,
    async () => (await storedInstallation(db)) ?? (await refreshInstallation(context)).installation,
  );
}

async function storedInstallation(db: D1Database): Promise<OwnSettings | null> {
  const stored = await db.prepare("SELECT installation FROM addon").first<string>("installation");
  return stored === null ? null : (JSON.parse(stored) as OwnSettings);
}

/** The client area as browsers reach it, without a final slash: where WHMCS has not told it, the address that the Worker reaches it at. */
export async function clientAreaOf({ db, settings }: Pick<PlainContext, "db" | "settings">): Promise<string> {
  return (await storedInstallation(db))?.clientArea ?? settings.base;
}
