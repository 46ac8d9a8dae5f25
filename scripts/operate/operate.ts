import process from "node:process";
import { defineCommand, UsageError } from "../command-line.ts";
import { helpIn, readArguments } from "./arguments.ts";
import { askConsole, type ConsoleAddress } from "./ask-console.ts";
import { textOf } from "./print-answer.ts";

/** `npm run operate -- <command>`: the operator console from a terminal. */
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
  const { name, effect, sent, isJson } = readArguments(asked);
  const query = new URLSearchParams(sent);
  const path = effect === "read" && query.size > 0 ? `/api/${name}?${query}` : `/api/${name}`;
  const reply = await askConsole(addressIn(process.env), path, effect === "act" ? sent : null);
  const { text, isGood } = textOf(reply);
  const shown = isJson && reply.body !== null ? JSON.stringify(reply.body, null, 2) : text;
  if (isGood || isJson) console.log(shown);
  else console.error(shown);
  process.exitCode = isGood || (isJson && reply.status < 400) ? 0 : 1;
}

/** The console that is asked: the deployed one where its origin is set, else the demonstration's. */
function addressIn(env: NodeJS.ProcessEnv): ConsoleAddress {
  const { OPERATOR_ORIGIN, CF_ACCESS_CLIENT_ID: id, CF_ACCESS_CLIENT_SECRET: secret, PORT = "8787" } = env;
  const origin = OPERATOR_ORIGIN || `http://operator.localhost:${PORT}`;
  if (!URL.canParse(origin)) throw new UsageError(`OPERATOR_ORIGIN is no origin: ${origin}`);
  return { origin, token: id && secret ? { id, secret } : null };
}
