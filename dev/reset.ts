import { rmSync } from "node:fs";
import { defineCommand } from "../scripts/command-line.ts";
import { STATE } from "../scripts/workers.ts";
import { lockStores } from "./running-system.ts";

export const command = defineCommand({
  options: {},
  run() {
    lockStores();
    rmSync(STATE, { recursive: true, force: true });
    console.log("Local state cleared. The next npm start prepares it again.");
  },
});
