import process from "node:process";
import { createInterface } from "node:readline/promises";
import { defineCommand, UsageError } from "../command-line.ts";
import { helpIn, readArguments } from "./arguments.ts";
import { askConsole, type ConsoleAddress } from "./ask-console.ts";
import { confirmationIn, textOf } from "./print-answer.ts";

/** Runs the operator console from a terminal: `npm run operate -- <command>`. */
export const command = defineCommand({
  options: {},
  isRaw: true,
  async run({ words }) {
    const help = helpIn(words);
    if (help === null) await operate(words);
    else console.log(help);
  },
});

async function operate(asked: string[]): Promise<void> {
  const { name, isSent, sent, isJson } = readArguments(asked);
  const query = new URLSearchParams(sent);
  const path = !isSent && query.size > 0 ? `/api/${name}?${query}` : `/api/${name}`;
  const ask = (body: object | null) => askConsole(addressIn(process.env), path, body);
  let reply = await ask(isSent ? sent : null);
  const proposed = isJson || !process.stdin.isTTY ? null : confirmationIn(reply);
  if (proposed) {
    if (!(await isConfirmed(proposed.text))) return console.log("Nothing was done.");
    reply = await ask({ ...sent, confirm: proposed.confirm });
  }
  const { text, isGood } = textOf(reply, Date.now());
  const shown = isJson && reply.body !== null ? JSON.stringify(reply.body, null, 2) : text;
  if (isGood || isJson) console.log(shown);
  else console.error(shown);
  process.exitCode = isGood || (isJson && reply.status < 400) ? 0 : 1;
}

async function isConfirmed(text: string): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await terminal.question(`${text}\nDo it? [y/N] `).finally(() => terminal.close());
  return /^y(es)?$/i.test(answer.trim());
}

/** Returns the console to call: the deployed one if its origin is set, otherwise the one of the demonstration. */
function addressIn(env: NodeJS.ProcessEnv): ConsoleAddress {
  const { OPERATOR_ORIGIN, CF_ACCESS_CLIENT_ID: id, CF_ACCESS_CLIENT_SECRET: secret, PORT = "8787" } = env;
  const origin = OPERATOR_ORIGIN || `http://operator.localhost:${PORT}`;
  if (!URL.canParse(origin)) throw new UsageError(`OPERATOR_ORIGIN is not an origin: ${origin}`);
  return { origin, token: id && secret ? { id, secret } : null };
}
