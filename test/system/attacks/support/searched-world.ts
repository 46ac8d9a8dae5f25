import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { readOutbox } from "../../../../dev/outbox/read-outbox.ts";
import { everyRow } from "../../../support/every-row.ts";
import { World } from "../../../support/world.ts";
import type { Held } from "./search.ts";

/** A world whose stores are files in a folder of its own, in which everything can be searched. */
export class SearchedWorld extends World {
  readonly #answers: string[] = [];

  constructor() {
    super({ isWatched: true, keepsEverything: true });
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
      ...filesIn(this.folder),
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
