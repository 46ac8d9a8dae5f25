import type { WhmcsState } from "../state.ts";
import { AddonRefusal } from "./addon-answer.ts";
import { CHANGING, listed } from "./addon-lists.ts";
import { isId, plainParameters } from "./call-parameters.ts";
import { hasDomain, hasService } from "./holdings-of.ts";
import type { LocalApi } from "./local-api.ts";
import { redacted } from "./redaction.ts";

/** A change of a service or a domain, once it is read. */
export interface AddonChange {
  client: number;
  action: string;
  parameters: Record<string, unknown>;
  /** Of the service or the domain. */
  id: number;
}

/** A mail of the addon that WHMCS keeps in no log. */
export interface UnloggedMail {
  to: string;
  subject: string;
  text: string;
}

/** @throws AddonRefusal where a member is not as it must be, or what is changed is another account's */
export function readChange(
  state: WhmcsState,
  { client, action, parameters }: Readonly<Record<string, unknown>>,
): AddonChange {
  const allowed = listed(CHANGING.ALLOWED, action);
  if (!allowed) throw new AddonRefusal("unknown_call");
  if (!isId(client)) throw new AddonRefusal("bad_parameters");
  const [holder, others] = allowed;
  const read = plainParameters(parameters, [holder, ...others]);
  const id = read[holder];
  if (!isId(id)) throw new AddonRefusal("bad_parameters");
  const isOwn = holder === "serviceid" ? hasService(state, client, id) : hasDomain(state, client, id);
  if (!isOwn) throw new AddonRefusal("foreign_account");
  return { client, action: String(action), parameters: read, id };
}

/** Makes a change. @param deliver what becomes of a mail with a transfer code @returns WHMCS's own answer */
export function makeChange(
  state: WhmcsState,
  { client, action, parameters, id }: AddonChange,
  localApi: LocalApi,
  deliver: (mail: UnloggedMail) => void,
): Record<string, unknown> {
  if (action !== "DomainRequestEPP") return redacted(localApi(action, parameters));
  const membership = state.memberships.find(({ clientId, isOwner }) => clientId === client && isOwner);
  const to = state.users.find(({ id: userId }) => userId === membership?.userId)?.email;
  const account = state.clients.find((row) => row.id === client);
  if (!to || to.toLowerCase() !== account?.email.toLowerCase())
    return { result: "error", message: "Transfer Code Has No Recipient" };
  const answer = localApi(action, parameters);
  if (answer.result !== "success") return redacted(answer);
  const code = decoded(String(answer.eppcode ?? "")).trim();
  if (code === "") return { result: "success", sent_to: null };
  const name = state.domains.find((row) => row.id === id)?.name ?? "";
  const subject = `The transfer code of ${name}`;
  const message = `<p>You asked for the transfer code of ${name}.</p><p>{$frontdesk_code}</p>`;
  const before = state.mails.length;
  const mailed = localApi("SendEmail", {
    id: client,
    customtype: "general",
    customsubject: subject,
    custommessage: message,
  });
  // Its hook keeps the mail out of the log.
  state.mails.splice(before);
  if (mailed.result !== "success") return { result: "error", message: "Transfer Code Not Mailed" };
  deliver({ to, subject, text: message.replace("{$frontdesk_code}", () => code) });
  return { result: "success", sent_to: to };
}

const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#039": "'" };

function decoded(text: string): string {
  return text.replace(/&(amp|lt|gt|quot|#039);/g, (_, name: string) => ENTITIES[name] ?? "");
}
