import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import process from "node:process";
import { readOutbox } from "../../../../dev/outbox/read-outbox.ts";
import { type ActingApi, startActingApi } from "../../../support/acting-api.ts";
import { everyRow } from "../../../support/every-row.ts";
import type { Mood } from "../../../support/workers/watched-billing.worker.ts";
import type { Held } from "./search.ts";

/** A whole system whose stores are files in a folder of its own, in which everything can be searched. */
export interface SearchedApi extends ActingApi {
  setMood(mood: Mood): Promise<void>;
  /** Keeps an answer with everything in it, and gives it back. */
  kept(response: Response): Promise<Response>;
  /** Keeps a page. */
  keep(page: string): void;
  /** Every file of every store, their write-ahead logs too; all logs; every answer that was kept; every mail. */
  everything(): Promise<Held[]>;
}

export async function startSearched(): Promise<SearchedApi> {
  const folder = mkdtempSync(join(tmpdir(), "canary-"));
  const api = await withTemporaryFolder(folder, () =>
    startActingApi({ isWatched: true, registryFile: join(folder, "registry.json") }),
  );
  const answers: string[] = [];
  return {
    ...api,
    setMood: async (mood) => void (await api.system.getWorker("watched-billing").fetch(`/mood/${mood}`)),
    async kept(response) {
      const copy = response.clone();
      answers.push(`${copy.status} ${JSON.stringify([...copy.headers])} ${await copy.text()}`);
      return response;
    },
    keep: (page) => void answers.push(page),
    async everything() {
      const mails = await readOutbox(api.origin);
      return [
        ...filesIn(folder),
        held("log", JSON.stringify(api.system.getLogs())),
        ...answers.map((answer, at) => held(`answer ${at}`, answer)),
        ...mails.map((mail) => held(`mail ${mail.to} ${mail.subject}`, JSON.stringify(mail))),
        held("rows billing", await everyRow(api.billing)),
        held("rows accounts", await everyRow(api.accounts)),
      ];
    },
    async stop() {
      await api.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const held = (place: string, text: string): Held => ({ place, bytes: Buffer.from(text) });

/** The harness keeps the local stores in the folder for temporary files. */
async function withTemporaryFolder<Value>(folder: string, work: () => Promise<Value>): Promise<Value> {
  const before = process.env.TMPDIR;
  process.env.TMPDIR = folder;
  try {
    return await work();
  } finally {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
  }
}

/** All of them as they are together: one that went while they were read may have moved what it held into one read before. */
function filesIn(folder: string): Held[] {
  for (;;) {
    const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    try {
      return entries.map(({ parentPath, name }) => {
        const path = join(parentPath, name);
        return { place: `file ${relative(folder, path).replace(/^miniflare-\w+\//, "")}`, bytes: readFileSync(path) };
      });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    }
  }
}
