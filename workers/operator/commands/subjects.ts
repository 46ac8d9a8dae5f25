import type { ActOnLogin } from "../../../shared/operator-contract/account-operator.ts";
import type { ActResult, OperatorAnswer } from "../../../shared/operator-contract/answers.ts";
import type { DataSubject } from "../../../shared/operator-contract/erasure.ts";
import type { ExportPage } from "../../../shared/operator-contract/export-pages.ts";
import { shownInstant } from "../../../shared/operator-contract/shown-rows.ts";
import { log, logFailure } from "../../../shared/platform/log.ts";
import type { OperatorContext } from "../composition.ts";
import { togetherOf } from "../erasures/erasures.ts";
import { InputError } from "./command.ts";
import { LEDGER_HELD } from "./held-stores.ts";
import { pagesOf } from "./parts.ts";

type ErasedSubject = DataSubject & { until: number | null };

/** Yields everything that is stored about a subject, in pages. All rows of one table come before those of the next. */
async function* exportPages(
  subject: DataSubject,
  { account, billing, requestId }: OperatorContext,
): AsyncGenerator<ExportPage, void> {
  yield* pagesOf((cursor) => account.exportOf(subject, cursor, requestId));
  yield* pagesOf((cursor) => billing.exportOf(subject, cursor));
}

/**
 * Returns the part of an export that the console's page shows: the first page from each Worker.
 * @throws {InputError} if the subject is unknown
 */
export async function exportShown(subject: DataSubject, context: OperatorContext): Promise<OperatorAnswer> {
  await knownSubject({ ...subject, until: null }, context);
  const sources = [
    await context.account.exportOf(subject, null, context.requestId),
    await context.billing.exportOf(subject, null),
  ];
  const notes = sources.flatMap((page) => page.notes);
  const rest = sources.some(({ next }) => next !== null) ? ["This is an excerpt: the JSON is complete."] : [];
  return { tables: Object.assign({}, ...sources.map(({ tables }) => tables)), notes: [...notes, ...rest] };
}

/**
 * Returns an export as one JSON document, which is generated while it is read. If it is interrupted, the JSON is
 * invalid.
 * @throws {InputError} if the subject is unknown
 * @throws the error of the first page, before anything is sent
 */
export async function exportStream(
  subject: DataSubject,
  context: OperatorContext,
): Promise<ReadableStream<Uint8Array>> {
  await knownSubject({ ...subject, until: null }, context);
  const texts = jsonOf(exportPages(subject, context));
  const encoder = new TextEncoder();
  let ready = await texts.next();
  return new ReadableStream({
    async pull(controller) {
      if (ready.done) return controller.close();
      controller.enqueue(encoder.encode(ready.value));
      try {
        ready = await texts.next();
      } catch (cause) {
        log("operator_failed", { request_id: context.requestId, cause });
        controller.error(cause);
      }
    },
  });
}

async function* jsonOf(pages: AsyncIterable<ExportPage>): AsyncGenerator<string, void> {
  const begun = new Set<string>();
  const notes: string[] = [];
  let text = '{"tables":{';
  let open = "";
  let rowsOfOpen = 0;
  for await (const page of pages) {
    for (const [name, rows] of Object.entries(page.tables)) {
      if (name !== open) {
        if (begun.has(name)) throw new Error(`${name} is exported in two parts`);
        text += `${open === "" ? "" : "],"}${JSON.stringify(name)}:[`;
        begun.add(name);
        open = name;
        rowsOfOpen = 0;
      }
      for (const row of rows) text += `${rowsOfOpen++ === 0 ? "" : ","}${JSON.stringify(row)}`;
    }
    notes.push(...page.notes);
    yield text;
    text = "";
  }
  yield `${text}${open === "" ? "" : "]"}},"notes":${JSON.stringify(notes)}}`;
}

/** Shows on a login's page of connected assistants that the login's data was exported. */
export async function announceExport({ kind, id }: DataSubject, context: OperatorContext): Promise<void> {
  if (kind === "login") await showAct("exported", id, context);
}

/** Describes the data that `erase` would erase; `null` if the erasure will be refused. */
export async function previewErasure(named: ErasedSubject, context: OperatorContext): Promise<string | null> {
  const { subject, name, places, openActions } = await knownSubject(named, context);
  if ((await context.isHeld()) || openActions > 0) return null;
  const { connections, accounts, applications } = places;
  const older = named.until === null ? "" : `Only what is older than ${shownInstant(named.until)} is erased. `;
  return `${older}This erases ${subject.kind} ${subject.id}, ${name ?? "with no name in the billing system"}: ${connections.length} connections of ${applications.length} applications, entries in the logs of ${accounts.length} accounts, sessions, and what the billing system does not have to keep. If services, domain names or unpaid invoices are still in use, name and address stay, and the assistants are disconnected permanently.`;
}

/** Runs `erase`: adds an erasure to the list. Scheduled work performs it. */
export async function askErasure(named: ErasedSubject, context: OperatorContext): Promise<ActResult> {
  const { erasures, erasureDelayMs, isHeld } = context;
  if (await isHeld()) return { isDone: false, text: LEDGER_HELD };
  const { subject, places, openActions } = await knownSubject(named, context);
  if (openActions > 0) {
    const what = openActions === 1 ? "An action is" : `${openActions} actions are`;
    return {
      isDone: false,
      text: `${what} not settled, and could be done twice if it were erased: see journal and stuck.`,
    };
  }
  const id = await erasures.ask(subject, places, erasureDelayMs);
  if (id === null) return { isDone: false, text: "It is already being erased: erasures shows its progress." };
  const begins =
    erasureDelayMs === 0
      ? "with the next run"
      : `in ${erasureDelayMs / 60_000} minutes; until then call-off ${id} cancels it`;
  return { isDone: true, text: `Accepted: erasure ${id} begins ${begins}. It cannot be undone.` };
}

/** Describes the erasure that `call-off` would cancel; `null` if there is none. */
export async function previewCallOff(id: string, erasures: OperatorContext["erasures"]): Promise<string | null> {
  const row = (await erasures.list()).find(({ erasure, state }) => erasure === id && state === "asked");
  return row ? `This cancels the erasure of ${row.kind} ${row.subject}: nothing of it is erased.` : null;
}

/** Runs `call-off`: cancels an erasure. */
export async function callOffErasure(id: string, { erasures, isHeld }: OperatorContext): Promise<ActResult> {
  // While the database is on hold, also cancel a late erasure: a restore may have reopened one that was cancelled.
  const isDone = await erasures.callOff(id, await isHeld());
  return {
    isDone,
    text: isDone
      ? "The erasure is cancelled: nothing was erased."
      : "The erasure has begun or ended, or there is no such erasure.",
  };
}

/**
 * Describes the effect of `unlock`; `null` if the login is unknown or the billing system does not count wrong passwords
 * and codes.
 */
export async function previewUnlock(login: number, billing: OperatorContext["billing"]): Promise<string | null> {
  const [row] = await billing.findLogin(String(login));
  return row?.wrongCodes === undefined
    ? null
    : `This lets login ${login}, ${row.email}, try passwords and codes again immediately. The customer sees that the login was unlocked.`;
}

/** Runs `unlock`: lets a login try passwords and codes again. */
export async function unlockLogin(login: number, context: OperatorContext): Promise<ActResult> {
  const result = await context.billing.unlock(login);
  if (result.isDone) await showAct("unlocked", login, context);
  return result;
}

/**
 * Shows the operator's act on the login's page of connected assistants. Never throws, because the act is already done.
 */
async function showAct(act: ActOnLogin, login: number, { account, requestId }: OperatorContext): Promise<void> {
  const shown = account.showAct(act, login);
  await logFailure("operator_act_not_shown", shown, { request_id: requestId, act });
}

/**
 * Returns a subject's name, and the places that contain its data or contained data that was erased.
 * @throws {InputError} if the subject is unknown
 */
async function knownSubject({ kind, id, until }: ErasedSubject, { account, billing, erasures }: OperatorContext) {
  const subject = { kind, id };
  const [found, { places, openActions }, earlier] = await Promise.all([
    billing.find(subject),
    account.placesOf(subject, until),
    erasures.earlierPlaces(subject),
  ]);
  if (!found.isKnown && places.connections.length + earlier.length === 0) {
    const where = found.isKnown === null ? "; the billing system does not answer" : "";
    throw new InputError(`There is no data about ${kind} ${id}${where}.`);
  }
  return { subject, name: found.name, places: earlier.reduce(togetherOf, places), openActions };
}
