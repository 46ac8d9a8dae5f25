import type * as z from "zod";
import { CatalogueAnswer, type OwnSettings } from "../answers/provider.ts";
import type { PlainContext } from "../whmcs-context.ts";

const KEPT_MS = 60_000;

/** Reads the addon's facts about products and WHMCS's own settings, and stores the settings. @throws {NoAnswer} */
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
 * Returns WHMCS's own settings as scheduled work has stored them. The isolate caches them for a minute. Reads them now
 * if none are stored.
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
 * Returns the client area's address for browsers, without a final slash. Before the first read, returns the Worker's
 * address of WHMCS.
 */
export async function clientAreaOf({ db, settings }: Pick<PlainContext, "db" | "settings">): Promise<string> {
  return (await storedInstallation(db))?.clientArea ?? settings.base;
}
