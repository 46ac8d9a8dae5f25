import type { DataSubject } from "../../../shared/operator-contract/erasure.ts";
import { eraseAgain } from "../erasures/erase-again.ts";
import type { OperatorContext } from "../operator-context.ts";
import type { ActHandler, ConfirmedActHandler, ReadHandler } from "./command-handler.ts";
import { type CommandInput, InputError } from "./command-input.ts";

const exported: ReadHandler = async (input, context) => {
  const subject = await subjectIn(input, context);
  const { account, billing, requestId } = context;
  const [own, billed] = await Promise.all([account.exportOf(subject, requestId), billing.exportOf(subject)]);
  return { tables: { ...own.tables, ...billed.tables }, notes: [...own.notes, ...billed.notes] };
};

const erase: ConfirmedActHandler = {
  subjectOf: (input) => `${input.text("kind")}:${input.number("id")}`,
  async preview(input, context) {
    const { account, billing } = context;
    const subject = await subjectIn(input, context);
    const places = await account.placesOf(subject);
    if ((await account.openActions(subject, places)) > 0) return null;
    const name = (await billing.nameOf(subject)) ?? "without a name at the billing system";
    const { connections, accounts, applications } = places;
    return `This forgets ${subject.kind} ${subject.id}, ${name}: ${connections.length} connections of ${applications.length} applications, entries in the logs of ${accounts.length} accounts, sessions, and what the billing system does not have to keep.`;
  },
  async carryOut(input, context) {
    const { account, erasures, erasureDelayMs } = context;
    const subject = await subjectIn(input, context);
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
    const begins =
      erasureDelayMs === 0
        ? "with the next run"
        : `in ${erasureDelayMs / 60_000} minutes; until then call-off ${id} stops it`;
    return { isDone: true, text: `Asked: erasure ${id} begins ${begins}. It cannot be undone.` };
  },
};

const callOff: ActHandler = {
  subjectOf: (input) => `erasure:${input.text("erasure")}`,
  async carryOut(input, { erasures }) {
    const isDone = await erasures.callOff(input.text("erasure"));
    return {
      isDone,
      text: isDone ? "It is called off: nothing was erased." : "It has begun, has ended, or there is none such.",
    };
  },
};

const eraseRepeated: ActHandler = {
  subjectOf: () => "erasures",
  async carryOut(_, context) {
    const text = await eraseAgain(null, context);
    return { isDone: text !== null, text: text ?? "Nothing was erased within the last 31 days." };
  },
};

const list: ReadHandler = async (_, { erasures }) => ({ tables: { erasures: await erasures.list() }, notes: [] });

/** What is kept about a login or an account. */
export const subjectCommands = { exported, erase, callOff, eraseAgain: eraseRepeated, list };

/** Whom a command is about. @throws {InputError} where several billing systems have the same number */
async function subjectIn(
  input: CommandInput,
  { account, requestId }: Pick<OperatorContext, "account" | "requestId">,
): Promise<DataSubject> {
  const subject = { kind: input.text("kind") === "login" ? "login" : "account", id: input.number("id") } as const;
  const asked = input.optionalText("installation");
  if (asked !== null) return { ...subject, installation: asked === '""' ? "" : asked };
  const known = await account.installationsOf(subject, requestId);
  const [only = "", ...others] = known;
  if (others.length > 0)
    throw new InputError(
      `Several billing systems have this: say which installation, ${known.map((name) => name || '""').join(" or ")}.`,
    );
  return { ...subject, installation: only };
}
