import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { setTimeout } from "node:timers/promises";
import { readOutbox } from "../../../../dev/outbox/read-outbox.ts";
import { everyRow } from "../../../support/every-row.ts";
import { World, type WorldOptions } from "../../../support/world.ts";
import type { Held } from "./search.ts";

/** A test system that keeps all stores in one folder, so a test can search everything. */
export class SearchedWorld extends World {
  readonly #answers: { to: string; text: string }[] = [];
  readonly #underWay: Promise<unknown>[] = [];
  #usualFetch: typeof fetch | null = null;

  constructor(options: WorldOptions = { isWatched: true }) {
    super({ ...options, keepsEverything: true });
  }

  /** Records every later response of the system. */
  keepAnswers(): void {
    const usual = globalThis.fetch;
    this.#usualFetch = usual;
    globalThis.fetch = async (input, init) => {
      const response = await usual(input, init);
      const { origin, pathname } = new URL(input instanceof Request ? input.url : input);
      if (origin === this.origin) this.#underWay.push(this.kept(response, `${init?.method ?? "GET"} ${pathname}`));
      return response;
    };
  }

  override async close(): Promise<void> {
    if (this.#usualFetch) globalThis.fetch = this.#usualFetch;
    await super.close();
  }

  /** Records a whole response and returns it. @param to the name of the request */
  async kept(response: Response, to?: string): Promise<Response> {
    const copy = response.clone();
    this.keep(`${copy.status} ${JSON.stringify([...copy.headers])} ${await copy.text()}`, to);
    return response;
  }

  keep(text: string, to = String(this.#answers.length)): void {
    this.#answers.push({ to, text });
  }

  /** Returns all store files including write-ahead logs, all log lines, every recorded response and every e-mail. */
  async everything(): Promise<Held[]> {
    await Promise.all(this.#underWay);
    const mails = await readOutbox(this.origin);
    const rows = [
      held("rows billing", await everyRow(this.billing)),
      held("rows accounts", await everyRow(this.accounts)),
    ];
    // The folder also contains the settings of the Workers, which are not a store.
    const files = (await filesIn(this.folder)).filter(({ place }) => !place.startsWith("file configurations/"));
    // The last log lines arrive a little after the responses.
    await setTimeout(LOG_MS);
    return [
      ...files,
      ...rows,
      held("log", JSON.stringify(this.system.getLogs())),
      ...this.#answers.map(({ to, text }) => held(`answer ${to}`, text)),
      ...mails.map((mail) => held(`mail ${mail.to} ${mail.subject}`, JSON.stringify(mail))),
    ];
  }
}

const LOG_MS = 50;
const MAX_ATTEMPTS = 50;
const held = (place: string, text: string): Held => ({ place, bytes: Buffer.from(text) });

/**
 * Reads all files. Starts again if a file disappears during the read, because its content may have moved to a file that
 * was already read.
 * @throws if a file disappears at every attempt
 */
async function filesIn(folder: string): Promise<Held[]> {
  for (let attempts = 1; ; attempts++) {
    const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    try {
      return entries.map(({ parentPath, name }) => {
        const path = join(parentPath, name);
        return { place: `file ${relative(folder, path).replace(/^miniflare-\w+\//, "")}`, bytes: readFileSync(path) };
      });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOENT" || attempts === MAX_ATTEMPTS) throw error;
      await setTimeout(LOG_MS);
    }
  }
}
