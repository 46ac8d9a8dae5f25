// Installs what the lockfile lists, when it has not been installed yet. Runs on the Node that npm runs on, before the
// project's own is there: built-in modules only.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import process from "node:process";

const stamp = "node_modules/.installed";
const wanted = createHash("sha256").update(readFileSync("package-lock.json")).digest("hex");

if (installed() !== wanted) {
  // Not on the standard output: that belongs to the command this goes before.
  console.error("Installing (once)…");
  const npm = process.env.npm_execpath;
  const [command, args] = npm ? [process.execPath, [npm]] : ["npm", []];
  const options = ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
  const { status } = spawnSync(command, [...args, ...options], { stdio: ["inherit", 2, "inherit"] });
  if (status !== 0) process.exit(status ?? 1);
  writeFileSync(stamp, wanted);
}

function installed() {
  try {
    return readFileSync(stamp, "utf8");
  } catch {
    return "";
  }
}
