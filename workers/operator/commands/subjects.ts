import type { DataSubject } from "../../../shared/operator-contract/erasure.ts";
import { subjectsOf } from "../erasures/subjects-of.ts";
import type { OperatorContext } from "../operator-context.ts";
import type { ActHandler, ConfirmedActHandler, ReadHandler } from "./command-handler.ts";
import { type CommandInput, InputError } from "./command-input.ts";
import { exportShown, exportStream } from "./export-stream.ts";
import { LEDGER_HELD } from "./held-stores.ts";
import { showAct } from "./show-act.ts";

const exported: ReadHandler = async (input, context) => exportShown(await exportedSubject(input, context), context);

/** The same, whole, as JSON of any length. */
async function exportedWhole(input: CommandInput, context: OperatorContext): Promise<ReadableStream<Uint8Array>> {
  return exportStream(await exportedSubject(input, context), context);
}

async function exportedSubject(input: CommandInput, context: OperatorContext): Promise<DataSubject> {
  const { subject } = await subjectIn(input, context);
  if (subject.kind === "login") await showAct("exported", subject.id, context);
  return subject;
}

const erase: ConfirmedActHandler = {
  subjectOf: (input) => `${input.text("kind")}:${input.number("id")}`,
  async preview(input, context) {
    const { account, isHeld } = context;
    const { subject, name } = await subjectIn(input, context);
    const places = await account.placesOf(subject);
    if ((await isHeld()) || (await account.openActions(subject, places)) > 0) return null;
    const { connections, accounts, applications } = places;
    return `This forgets ${subject.kind} ${subject.id}, ${name ?? "without a name at the billing system"}: ${connections.length} connections of ${applications.length} applications, entries in the logs of ${accounts.length} accounts, sessions, and what the billing system does not have to keep. Where services, domain names or unpaid invoices are still in use, name and address stay, and the assistants are disconnected for good.`;
  },
  async carryOut(input, context) {
    const { account, erasures, erasureDelayMs, isHeld } = context;
    if (await isHeld()) return { isDone: false, text: LEDGER_HELD };
    const { subject } = await subjectIn(input, context);
    const places = await account.placesOf(subject);
    const open = await account.openActions(subject, places);
    if (open > 0) {
      const what = open === 1 ? "An action is" : `${open} actions are`;
      return {
        isDone: false,
        text: `${what} not settled, and could be done twice if it were forgotten: journal and stuck have it.`,
      };
    }
    const id = await erasures.ask(subject, places, erasureDelayMs);
    if (id === null) return { isDone: false, text: "It is being erased already: erasures says how far it is." };
    const begins = erasureDelayMs === 0 ? NEXT_RUN : `${inMinutes(erasureDelayMs)}; until then call-off ${id} stops it`;
    return { isDone: true, text: `Asked: erasure ${id} begins ${begins}. It cannot be undone.` };
  },
};

const callOff: ActHandler = {
  subjectOf: (input) => `erasure:${input.text("erasure")}`,
  async carryOut(input, { erasures, isHeld }) {
    // In a restored database one that was called off before may be open again.
    const isLate = await isHeld();
    const isDone = await erasures.callOff(input.text("erasure"), isLate);
    return {
      isDone,
      text: isDone ? "It is called off: nothing was erased." : "It has begun, has ended, or there is none such.",
    };
  },
};

const eraseRepeated: ConfirmedActHandler = {
  subjectOf: () => "erasures",
  async preview(_, { erasures, erasureDelayMs, isHeld }) {
    if (await isHeld()) return null;
    const repeated = await erasures.repeatable(null);
    if (repeated.length === 0) return null;
    const begins = erasureDelayMs === 0 ? NEXT_RUN : inMinutes(erasureDelayMs);
    return `This erases again, ${begins}: ${subjectsOf(repeated)}. Connections that are newer than an erasure stay; a login or account that the billing system has whole again is emptied again.`;
  },
  async carryOut(_, { erasures, erasureDelayMs, isHeld }) {
    if (await isHeld()) return { isDone: false, text: LEDGER_HELD };
    const repeated = await erasures.repeatable(null);
    if (repeated.length === 0) return { isDone: false, text: "Nothing was erased within the last 31 days." };
    await erasures.again(repeated, erasureDelayMs);
    const begins =
      erasureDelayMs === 0
        ? NEXT_RUN
        : `${inMinutes(erasureDelayMs)}; until then call-off stops any of them, as erasures lists them`;
    return { isDone: true, text: `Asked again: ${subjectsOf(repeated)}. It begins ${begins}.` };
  },
};

const list: ReadHandler = async (_, { erasures }) => ({ tables: { erasures: await erasures.list() }, notes: [] });

/** What is kept about a login or an account. */
export const subjectCommands = { exported, exportedWhole, erase, callOff, eraseAgain: eraseRepeated, list };

const NEXT_RUN = "with the next run";
const inMinutes = (milliseconds: number) => `in ${milliseconds / 60_000} minutes`;

/**
 * Whom a command is about, and what people know it by.
 * @throws {InputError} where nothing is known of it
 */
async function subjectIn(
  input: CommandInput,
  { account, billing }: Pick<OperatorContext, "account" | "billing">,
): Promise<{ subject: DataSubject; name: string | null }> {
  const subject = { kind: input.text("kind") === "login" ? "login" : "account", id: input.number("id") } as const;
  const [places, found] = await Promise.all([account.placesOf(subject), billing.find(subject)]);
  if (!found.isKnown && places.connections.length === 0) {
    const where = found.isKnown === null ? "; the billing system does not answer" : "";
    throw new InputError(`Nothing is known of ${subject.kind} ${subject.id}${where}.`);
  }
  return { subject, name: found.name };
}
