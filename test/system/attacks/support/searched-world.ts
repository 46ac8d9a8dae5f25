import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import process from "node:process";
import { readOutbox } from "../../../../dev/outbox/read-outbox.ts";
import { everyRow } from "../../../support/every-row.ts";
import { World } from "../../../support/world.ts";
import type { Held } from "./search.ts";

/** A world whose stores are files in a folder of its own, in which everything can be searched. */
export class SearchedWorld extends World {
  readonly #folder = mkdtempSync(join(tmpdir(), "canary-"));
  readonly #answers: string[] = [];

  constructor() {
    super({ isWatched: true });
  }

  /** The harness keeps the local stores in the folder for temporary files. */
  override async start(): Promise<this> {
    const before = process.env.TMPDIR;
    process.env.TMPDIR = this.#folder;
    try {
      return await super.start(join(this.#folder, "registry.json"));
    } finally {
      if (before === undefined) delete process.env.TMPDIR;
      else process.env.TMPDIR = before;
    }
  }

  override async close(): Promise<void> {
    await super.close();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /** Keeps an answer with everything in it, and gives it back. */
  async kept(response: Response): Promise<Response> {
    const copy = response.clone();
    this.keep(`${copy.status} ${JSON.stringify([...copy.headers])} ${await copy.text()}`);
    return response;
  }

  keep(text: string): void {
    this.#answers.push(text);
  }

  /** Every file of every store, their write-ahead logs too; all logs; every answer that was kept; every mail. */
  async everything(): Promise<Held[]> {
    const mails = await readOutbox(this.origin);
    return [
      ...filesIn(this.#folder),
      held("log", JSON.stringify(this.system.getLogs())),
      ...this.#answers.map((answer, at) => held(`answer ${at}`, answer)),
      ...mails.map((mail) => held(`mail ${mail.to} ${mail.subject}`, JSON.stringify(mail))),
      held("rows billing", await everyRow(this.billing)),
      held("rows accounts", await everyRow(this.accounts)),
    ];
  }
}

const held = (place: string, text: string): Held => ({ place, bytes: Buffer.from(text) });

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
