import type { OperatorAnswer } from "../../../shared/operator-contract/answers.ts";
import type { OperatorContext } from "../operator-context.ts";
import { CommandInput } from "./command-input.ts";
import { definitionOf, type ReadCommandName } from "./command-list.ts";
import { READS } from "./handlers.ts";
import { subjectCommands } from "./subjects.ts";

/** Answers a read; one that shows a customer's data is written down before. @throws where it cannot be: then nothing is shown */
export async function answerRead(
  name: ReadCommandName,
  sent: Record<string, unknown>,
  context: OperatorContext,
): Promise<OperatorAnswer> {
  const input = CommandInput.read(definitionOf(name).fields, sent);
  const answer = await READS[name](input, context);
  await writeDown(name, SUBJECTS[name]?.(input, answer) ?? [], context);
  return answer;
}

/** An export as JSON of any length, written down as well. */
export async function answerExport(
  sent: Record<string, unknown>,
  context: OperatorContext,
): Promise<ReadableStream<Uint8Array>> {
  const input = CommandInput.read(definitionOf("export").fields, sent);
  const whole = await subjectCommands.exportedWhole(input, context);
  await writeDown("export", [exportedBy(input)], context);
  return whole;
}

/** Whose data a read shows: such as `login:12`, never a name or an address. Others show what waits, and no one customer. */
const SUBJECTS: Partial<Record<ReadCommandName, (input: CommandInput, answer: OperatorAnswer) => string[]>> = {
  request: (input) => [`request:${idOr(input.text("request"))}`],
  login: (input, { tables }) => {
    const sought = input.text("login");
    const found = (tables.logins ?? []).map(({ login }) => `login:${login}`);
    return found.length > 0 ? found : [/^\d+$/.test(sought) ? `login:${sought}` : "login:none"];
  },
  account: (input) => [`account:${input.number("account")}`],
  journal: (input) => [`account:${input.number("account")}`],
  action: (input) => [`account:${input.number("account")}`],
  connection: (input) => [`connection:${idOr(input.text("connection"))}`],
  application: (input) => [`application:${input.text("application")}`],
  export: (input) => [exportedBy(input)],
};

function exportedBy(input: CommandInput): string {
  return `${input.text("kind")}:${input.number("id")}`;
}

/** An id as it was typed; whatever else was typed is not written down. */
function idOr(text: string): string {
  return /^[\w:.-]{1,100}$/.test(text) ? text : "other";
}

function writeDown(
  command: ReadCommandName,
  subjects: string[],
  { reads, operator, requestId, now }: OperatorContext,
): Promise<void> {
  return reads.add({ who: operator.who, command, subjects, requestId, at: now() });
}
