/** What `npm run settle` is asked. */
export type SettleCommand =
  | { name: "list" }
  | { name: "show"; account: number; reference: string }
  | {
      name: "settle";
      account: number;
      reference: string;
      outcome: "done" | "nothing";
      orderId: number | null;
      because: string;
    };

export interface SettleOptions {
  /** The deployed database in the place of this machine's. */
  isRemote: boolean;
  /** On this machine: the stores of `npm start -- --whmcs`. */
  isWhmcs: boolean;
  /** The billing system that the account is of; null where it is not said. */
  installation: string | null;
}

export class UsageError extends Error {}

export const USAGE = `npm run settle -- list
npm run settle -- show <account> <reference>
npm run settle -- settle <account> <reference> done [<order>] --because "…"
npm run settle -- settle <account> <reference> nothing --because "…"

  done            the action was done; <order> is the number of its order, where it makes one
  nothing         nothing of it is there
  --because       what you found out, for whoever looks at it later; nothing that a customer wrote
  --remote        on the deployed system; without it, on this machine's
  --whmcs         on this machine's in front of the simulated WHMCS
  --installation  the billing system, where several have that account: its name, or "" for the one without`;

const MAX_BECAUSE = 500;
/** As the port of the billing system has it: a reference is at most 64 visible ASCII characters. */
const REFERENCE = /^[\x21-\x7e]{1,64}$/;
const NUMBER = /^[1-9]\d{0,14}$/;

/** @throws {UsageError} that says what is wrong */
export function readArguments(words: string[]): { command: SettleCommand; options: SettleOptions } {
  const texts: Record<"because" | "installation", string | null> = { because: null, installation: null };
  const options: SettleOptions = { isRemote: false, isWhmcs: false, installation: null };
  const places: string[] = [];
  for (let at = 0; at < words.length; at++) {
    const word = words[at] as string;
    const [, name, own] = /^--(because|installation)(?:=(.*))?$/s.exec(word) ?? [];
    if (word === "--remote") options.isRemote = true;
    else if (word === "--whmcs") options.isWhmcs = true;
    else if (name) {
      const value = own ?? words[++at];
      if (value === undefined) throw new UsageError(`--${name} needs a value.`);
      texts[name as keyof typeof texts] = value;
    }
    // A reference may begin with dashes; it has a dot.
    else if (word.startsWith("--") && !word.includes(".")) throw new UsageError(`${word} is no option.`);
    else places.push(word);
  }
  if (options.isRemote && options.isWhmcs) throw new UsageError("--whmcs is for this machine's system alone.");
  options.installation = texts.installation;
  return { command: commandOf(places, texts.because), options };
}

function commandOf([name, ...rest]: string[], because: string | null): SettleCommand {
  switch (name) {
    case "list":
      noMore(rest);
      return { name };
    case "show": {
      const [account, reference, ...more] = rest;
      noMore(more);
      return { name, ...actionOf(account, reference) };
    }
    case "settle": {
      const [account, reference, outcome, order, ...more] = rest;
      noMore(more);
      if (outcome !== "done" && outcome !== "nothing") throw new UsageError("Say what became of it: done or nothing.");
      if (outcome === "nothing" && order !== undefined)
        throw new UsageError("Where nothing was done there is no order.");
      const orderId = order === undefined ? null : numberOf(order, "order");
      return { name, ...actionOf(account, reference), outcome, orderId, because: reasonOf(because) };
    }
    default:
      throw new UsageError(name === undefined ? "Say what to do." : `${name} is no command.`);
  }
}

function actionOf(account: string | undefined, reference: string | undefined) {
  if (account === undefined || reference === undefined) throw new UsageError("Name the account and the reference.");
  if (!REFERENCE.test(reference)) throw new UsageError("A reference is at most 64 visible characters: list has them.");
  return { account: numberOf(account, "account"), reference };
}

function numberOf(text: string, what: string): number {
  if (!NUMBER.test(text)) throw new UsageError(`The ${what} is a number: ${text}`);
  return Number(text);
}

function reasonOf(because: string | null): string {
  const reason = because?.trim() ?? "";
  if (reason === "") throw new UsageError('Say why, for whoever looks at it later: --because "…".');
  if (reason.length > MAX_BECAUSE) throw new UsageError(`--because has at most ${MAX_BECAUSE} characters.`);
  if (/\p{Cc}/u.test(reason)) throw new UsageError("--because is one line, without control characters.");
  return reason;
}

function noMore(words: string[]): void {
  if (words.length > 0) throw new UsageError(`Too much: ${words.join(" ")}`);
}
