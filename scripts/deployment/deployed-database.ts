import * as z from "zod";
import type { WrittenWorker } from "../configurations.ts";
import type { WranglerCalls } from "./wrangler.ts";

/** What `wrangler d1 execute --json` prints. */
const ANSWERED = z.array(z.object({ results: z.array(z.record(z.string(), z.unknown())) }));

/** Runs statements on the database of a Worker that is deployed. @returns the rows of the last one */
export function rowsOf(
  wrangler: WranglerCalls,
  { config, database = "" }: WrittenWorker,
  statements: string,
): Record<string, unknown>[] {
  const call = ["d1", "execute", database, "-c", config, "--remote", "--yes", "--json", "--command", statements];
  return ANSWERED.parse(wrangler.ask(call)).at(-1)?.results ?? [];
}
