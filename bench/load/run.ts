import { parseArgs } from "node:util";
import { LoadGenerator } from "../load-generator.ts";
import { writeBetweenMarks } from "../report.ts";
import { startSystem } from "../system.ts";
import { ArrivalGenerator } from "./arrival-generator.ts";
import { measureConnections } from "./connections.ts";
import { measureChecks, startRegistries } from "./domain-checks.ts";
import { measureAccounts } from "./large-accounts.ts";
import { CONNECTION_MAKER } from "./make-connections.ts";
import { accountTables, checkTables, connectionTables } from "./tables.ts";

/**
 * `npm run bench:load`: many connections, large accounts, and many checks of names, each on a system of its own. Words choose among
 * {@link PARTS}; `-- --write` puts the tables of those into docs/performance.md.
 */
const PARTS = {
  async connections() {
    const full = new LoadGenerator();
    const system = await startSystem({ more: [CONNECTION_MAKER] });
    try {
      return connectionTables(await measureConnections(system, { arrivals, full }, numbers));
    } finally {
      await Promise.all([full.close(), system.close()]);
    }
  },
  async "large-accounts"() {
    const system = await startSystem({ more: [CONNECTION_MAKER] });
    try {
      return accountTables(await measureAccounts(system, arrivals));
    } finally {
      await system.close();
    }
  },
  async checks() {
    const { registry, options } = await startRegistries();
    try {
      const system = await startSystem(options);
      try {
        return checkTables(await measureChecks(system, arrivals, registry));
      } finally {
        await system.close();
      }
    } finally {
      await registry.stop();
    }
  },
};
type Part = keyof typeof PARTS;
const TIME_LIMIT_MS = 15 * 60_000;

const { values: options, positionals: words } = parseArgs({
  allowPositionals: true,
  options: { write: { type: "boolean", default: false }, numbers: { type: "string" } },
});
/** How many connections, in place of the usual numbers. */
const numbers = options.numbers?.split(",").map(Number);
const unknown = words.filter((word) => !(word in PARTS));
if (unknown.length > 0) throw new Error(`no part is called ${unknown}; there are ${Object.keys(PARTS).join(", ")}`);
const chosen = (Object.keys(PARTS) as Part[]).filter((part) => words.length === 0 || words.includes(part));

setTimeout(() => {
  console.error("stopped: it took too long");
  process.exit(1);
}, TIME_LIMIT_MS).unref();

const arrivals = new ArrivalGenerator();
try {
  for (const part of chosen) {
    console.error(`${part}: building and starting the Workers`);
    const report = await PARTS[part]();
    console.log(`${part}\n\n${report}`);
    if (options.write) writeBetweenMarks(part, report);
  }
} finally {
  await arrivals.close();
}
