import { rmSync } from "node:fs";
import { STATE } from "../scripts/workers.ts";

rmSync(STATE, { recursive: true, force: true });
console.log("Local state cleared. The next npm start prepares it anew.");
