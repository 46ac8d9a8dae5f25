import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

/**
 * Starts `express.ts` in its own Node process, in production mode. Source: "Node.js, the difference between development
 * and production",
 * https://nodejs.org/en/learn/getting-started/nodejs-the-difference-between-development-and-production. The process
 * ends when this process ends.
 * @param catalogue origin of the catalogue's Worker
 * @returns the ports of its MCP server and of its list of plans
 */
export async function startExpress(catalogue: string): Promise<{ mcp: number; plans: number }> {
  const child = fork(join(import.meta.dirname, "express.ts"), [catalogue], {
    env: { ...process.env, NODE_ENV: "production" },
  });
  const ended = once(child, "exit").then(([code]) => {
    throw new Error(`the Express server ended with ${code}`);
  });
  const [[mcp, plans]] = await Promise.race([once(child, "message"), ended]);
  ended.catch(() => undefined);
  child.unref();
  child.channel?.unref();
  return { mcp, plans };
}
