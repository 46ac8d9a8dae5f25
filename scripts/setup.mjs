// Installs the packages of the lockfile if they are not installed yet, then runs a command:
// `node scripts/setup.mjs deploy`. Only built-in modules are used: this script runs on the Node version of npm, before
// the project's own version is installed.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { existsSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import process from "node:process";

const STAMP = "node_modules/.installed";
const NODE = "node_modules/.bin/node";

const wanted = createHash("sha256").update(readFileSync("package-lock.json")).digest("hex");
if (installed() !== wanted) await install();
const words = process.argv.slice(2);
if (words.length > 0) await run();

function installed() {
  try {
    return readFileSync(STAMP, "utf8");
  } catch {
    return "";
  }
}

async function install() {
  // Messages go to standard error because standard output belongs to the command that follows.
  const say = (text) => process.stderr.write(process.stderr.isTTY ? `\r${text}` : `${text}\n`);
  say("Installing (once)…");
  const npm = process.env.npm_execpath;
  const [command, args] = npm ? [process.execPath, [npm]] : ["npm", []];
  const options = ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
  const begun = Date.now();
  const seconds = () => Math.round((Date.now() - begun) / 1000);
  const notice = setInterval(() => say(`Installing (once)… ${seconds()} s`), 10_000);
  const npmCi = spawn(command, [...args, ...options], { stdio: ["inherit", 2, "pipe"] });
  const said = [];
  npmCi.stderr.on("data", (text) => said.push(text));
  const [status] = await once(npmCi, "close");
  clearInterval(notice);
  if (status !== 0) {
    console.error(
      "The packages could not be installed. The first start needs the network: run it again with one. npm said:",
    );
    process.stderr.write(Buffer.concat(said));
    process.exit(status ?? 1);
  }
  writeFileSync(STAMP, wanted);
}

async function run() {
  const isOwn = !existsSync(NODE) || realpathSync(NODE) === realpathSync(process.execPath);
  if (isOwn) {
    const { main } = await import("./commands.ts");
    return main(words);
  }
  const child = spawn(NODE, ["scripts/commands.ts", ...words], { stdio: "inherit" });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
  child.once("exit", (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
}
