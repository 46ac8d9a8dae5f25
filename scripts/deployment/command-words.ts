import process from "node:process";
import { type ParseArgsOptionsConfig, parseArgs } from "node:util";

/**
 * The options among a command's words; settings (`NAME=value`) stand beside them. A word that is neither is refused: what was
 * meant as a dry run must not become a deployment.
 * @throws Error naming the word, or an option that npm has taken for its own since no `--` stands before it
 */
export function readOptions<Options extends ParseArgsOptionsConfig>(
  words: readonly string[],
  options: Options,
  environment: NodeJS.ProcessEnv = process.env,
) {
  const taken = Object.keys(options).find(
    (name) => environment[`npm_config_${name.replaceAll("-", "_")}`] !== undefined,
  );
  if (taken !== undefined)
    throw new Error(`npm keeps --${taken} for itself: put -- before it, as in npm run … -- --${taken}`);
  const { values, positionals } = parseArgs({ args: [...words], options, allowPositionals: true, strict: true });
  const unknown = positionals.find((word) => !/^[A-Z_]+=/.test(word));
  if (unknown !== undefined) throw new Error(`${unknown} is neither an option nor a setting (NAME=value).`);
  return values;
}

/** Runs a command to its end. Where it fails, what it says is all that is printed, and the exit status is 1. */
export async function runCommand(work: () => void | Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    console.error((error as Error).message);
    process.exit(1);
  }
}
