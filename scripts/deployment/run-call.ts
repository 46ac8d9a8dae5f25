import { QUIET_WRANGLER } from "../workers.ts";
import type { WranglerCalls } from "./wrangler.ts";

/** Names a call of wrangler and runs it at this terminal. @throws Error with the reason why nothing more was done */
export async function runCall(
  wrangler: WranglerCalls,
  call: string[],
  { dryRun = false }: { dryRun?: boolean } = {},
): Promise<void> {
  console.log(`\n${dryRun ? "Checking: " : ""}wrangler ${call.slice(0, 4).join(" ")}`);
  try {
    // At a terminal wrangler asks before it migrates, and ends well where that is declined: the Worker would go without its tables.
    await wrangler.run(call, { ...(dryRun && QUIET_WRANGLER), ...(call.includes("migrations") && { CI: "true" }) });
  } catch (cause) {
    throw new Error(call.includes("migrations") ? halfMigrated(call) : (cause as Error).message, { cause });
  }
}

/** A migration that fails is undone whole; those before it stay, those after it are not tried. */
function halfMigrated(call: string[]): string {
  const list = call.map((word) => (word === "apply" ? "list" : word)).join(" ");
  return `A migration failed. It was undone whole: those before it stay, none after it was tried, and the Worker was not deployed, nor any after it.
What runs goes on: every migration leaves the tables readable by the previous version. What is left to apply: npx wrangler ${list}
Where the answer was lost on the way, that says whether it was applied. Mend the migration, and run the same command again.`;
}
