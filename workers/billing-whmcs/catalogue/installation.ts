import type * as z from "zod";
import { CatalogueAnswer, type OwnSettings } from "../answers/provider.ts";
import type { PlainContext } from "../whmcs-context.ts";

const KEPT_MS = 60_000;

/** Reads WHMCS's own settings and the addon's facts about products. Stores the settings. @throws {NoAnswer} */
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
 * Returns WHMCS's own settings, which scheduled work stores. The isolate caches them for a minute. If none are stored,
 * reads them from WHMCS.
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

/**
 * Returns the client area's URL for browsers, without a final slash. If no valid URL is stored, returns the URL at
 * which this Worker calls WHMCS.
 */
export async function clientAreaOf({ db, settings }: Pick<PlainContext, "db" | "settings">): Promise<string> {
  return (await storedInstallation(db))?.clientArea ?? settings.base;
}
