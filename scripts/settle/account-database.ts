import { spawnSync } from "node:child_process";
import { join } from "node:path";
import process from "node:process";
import * as z from "zod";
import { PROJECT, QUIET_WRANGLER, STATE, WRANGLER } from "../workers.ts";
import type { SettleOptions } from "./arguments.ts";

/** What `wrangler d1 execute --json` prints. */
const ANSWERED = z.array(z.object({ results: z.array(z.unknown()) }));
const FAILED = z.object({ error: z.object({ text: z.string() }) });
const CONFIG = "workers/account/wrangler.toml";

/** The account Worker's database, through wrangler. */
export class AccountDatabase {
  readonly #place: string[];

  constructor({ isRemote, isWhmcs }: Pick<SettleOptions, "isRemote" | "isWhmcs">) {
    const stores = isWhmcs ? join(STATE, "whmcs") : STATE;
    this.#place = isRemote ? ["--remote"] : ["--local", "--persist-to", stores];
  }

  /**
   * Runs statements one after another.
   * @returns the rows of each, unread
   * @throws Error with what wrangler says
   */
  run(...statements: string[]): unknown[][] {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [
        ...[WRANGLER, "d1", "execute", "ACCOUNT_DB", "-c", CONFIG, ...this.#place],
        ...["--json", "--yes", "--command", statements.join("; ")],
      ],
      // At a level of fewer lines wrangler prints no rows either.
      { cwd: PROJECT, env: { ...process.env, ...QUIET_WRANGLER, WRANGLER_LOG: "log" }, encoding: "utf8" },
    );
    const said = parsed(stdout);
    const answered = ANSWERED.safeParse(said);
    if (status === 0 && answered.success) return answered.data.map(({ results }) => results);
    const { data: failed } = FAILED.safeParse(said);
    const reason = failed?.error.text ?? `${stdout}${stderr}`.trim();
    throw new Error(`wrangler could not ask the database: ${reason || `it ended with ${status}`}`);
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // expected: what wrangler says of its own trouble is no JSON.
    return null;
  }
}
