import type { ActOnLogin } from "../../../shared/operator-contract/account-operator.ts";
import type { ActResult } from "../../../shared/operator-contract/answers.ts";
import type { DataSubject } from "../../../shared/operator-contract/erasure.ts";
import { logFailure } from "../../../shared/platform/log.ts";
import type { OperatorContext } from "../composition.ts";
import { togetherOf } from "../erasures/erasures.ts";
import { InputError } from "./command.ts";
import { LEDGER_HELD } from "./held-stores.ts";

type ErasedSubject = DataSubject & { until: number | null };

/** Whom an export is about; the export is shown on their page. */
export async function exportedSubject({ kind, id }: DataSubject, context: OperatorContext): Promise<DataSubject> {
  await knownSubject({ kind, id, until: null }, context);
  if (kind === "login") await showAct("exported", id, context);
  return { kind, id };
}

/** What `erase` would erase; null where it is refused. */
export async function previewErasure(named: ErasedSubject, context: OperatorContext): Promise<string | null> {
  const { subject, name, places, openActions } = await knownSubject(named, context);
  if ((await context.isHeld()) || openActions > 0) return null;
  const { connections, accounts, applications } = places;
  return `This forgets ${subject.kind} ${subject.id}, ${name ?? "without a name at the billing system"}: ${connections.length} connections of ${applications.length} applications, entries in the logs of ${accounts.length} accounts, sessions, and what the billing system does not have to keep. Where services, domain names or unpaid invoices are still in use, name and address stay, and the assistants are disconnected for good.`;
}

/** `erase`: writes it into the list, from which scheduled work carries it out. */
export async function askErasure(named: ErasedSubject, context: OperatorContext): Promise<ActResult> {
  const { erasures, erasureDelayMs, isHeld } = context;
  if (await isHeld()) return { isDone: false, text: LEDGER_HELD };
  const { subject, places, openActions } = await knownSubject(named, context);
  if (openActions > 0) {
    const what = openActions === 1 ? "An action is" : `${openActions} actions are`;
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
}

/** `call-off`. */
export async function callOffErasure(
  id: string,
  { erasures, isHeld }: Pick<OperatorContext, "erasures" | "isHeld">,
): Promise<ActResult> {
  // In a restored database one that was called off before may be open again.
  const isDone = await erasures.callOff(id, await isHeld());
  return {
    isDone,
    text: isDone ? "It is called off: nothing was erased." : "It has begun, has ended, or there is none such.",
  };
}

/** Shows a customer on their page what was done about their login. Never throws: it was done. */
export async function showAct(
  act: ActOnLogin,
  login: number,
  { account, requestId }: Pick<OperatorContext, "account" | "requestId">,
): Promise<void> {
  const shown = account.showAct(act, login);
  await logFailure("operator_act_not_shown", shown, { request_id: requestId, act });
}

/**
 * What people know a subject by, and where something of it is kept or was erased before.
 * @throws {InputError} where nothing is known of it
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
    throw new InputError(`Nothing is known of ${kind} ${id}${where}.`);
  }
  return { subject, name: found.name, places: earlier.reduce(togetherOf, places), openActions };
}
