import { spawnSync } from "node:child_process";
import { defineCommand } from "./command-line.ts";
import { localEnvironment, PROJECT } from "./workers.ts";

export const command = defineCommand({
  options: {},
  run() {
    const options = { cwd: PROJECT, env: localEnvironment(), stdio: "inherit", timeout: 300_000 } as const;
    return spawnSync("biome", ["check", "--write", "."], options).status ?? 1;
  },
});
