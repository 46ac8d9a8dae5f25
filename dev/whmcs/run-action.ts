import type { Installation, JournalAnswer } from "./actions/action.ts";
import { ACTIONS, isWrite } from "./actions/index.ts";
import type { Quirks } from "./quirks.ts";
import { RequestParameters } from "./request-parameters.ts";
import { Spelling } from "./spelling.ts";

/** How the journal has what was answered. */
const PLAIN = new Spelling("8.13");

/** One call that arrived. */
export interface ReceivedCall {
  action: string;
  parameters: Record<string, string>;
}

/** Runs an action, notes what it wrote, and spells its answer. */
export function runAction(
  { installation, spelling }: { installation: Installation; spelling: Spelling },
  action: string,
  form: URLSearchParams,
): Record<string, unknown> {
  const known = ACTIONS[action];
  if (!known) return { result: "error", message: `Invalid API Action: "${action}" is not a valid API action` };
  const parameters = new RequestParameters(form, (name) => installation.quirks.ignores(name, action));
  const answered = known(installation, parameters);
  if (isWrite(action, parameters) && "members" in answered && answered.members) {
    const at = new Date(installation.now()).toISOString();
    const members = PLAIN.spell(answered.members) as Record<string, unknown>;
    installation.journal.push({ at, action, parameters: Object.fromEntries(form), members });
  }
  return membersOf(answered, spelling, installation.quirks);
}

function membersOf(answered: JournalAnswer, spelling: Spelling, { extraMembers }: Quirks): Record<string, unknown> {
  if ("error" in answered) return { result: "error", message: answered.error };
  const members =
    "rows" in answered ? { rows: answered.rows.map((row) => ({ ...extraMembers, ...row })) } : answered.members;
  return { result: "success", ...extraMembers, ...(spelling.spell(members) as Record<string, unknown>) };
}
