import type { ManagedAccount } from "../../../../shared/billing-customer.ts";
import { hashApiToken, mintApiToken, shownParts } from "../../../../shared/connections/api-token.ts";
import type { Agreement } from "../../../../shared/connections/connection.ts";
import { pageResponse } from "../../../../shared/pages/page-response.ts";
import { linkTo } from "../../../../shared/pages/visit.ts";
import { checkReach, managedAccounts } from "./account-choices.ts";
import type { AssistantsScene } from "./assistants-scene.ts";
import { backToList, listPage } from "./list-response.tsx";
import { entryOf, readDraft, type TokenDraft } from "./token-draft.ts";
import { TokenPage } from "./token-page.tsx";
import { type FormAccount, isRecent, type TokenErrors, type TokenField } from "./token-panel.ts";
import { tokenTexts } from "./token-texts.ts";

/** Living connections of a login beyond which it gets no further API token. */
export const LIVING_AT_MOST = 50;
const DAY_MS = 24 * 60 * 60_000;

/** Creates the API token that a form asks for, and shows it this once. */
export async function createToken(scene: AssistantsScene, form: URLSearchParams): Promise<Response> {
  if (!isRecent(scene))
    return new Response(null, { status: 303, headers: { Location: linkTo(scene.visit, scene.signInAgain) } });
  const texts = tokenTexts[scene.visit.language].errors;
  const sent = form.get("once") ?? "";
  const id = (await scene.ids.isOurs(sent)) ? sent : await scene.ids.mint();

  const accounts = await managedAccounts(scene);
  const account = accounts && accountOf(form, accounts);
  if (accounts && !account) return refuseAccount(scene, accounts);
  const refuse = (status: number, errors: TokenErrors, general?: string) =>
    listPage(scene, {
      status,
      panel: {
        kind: "form",
        account: account ?? unreadAccount(form),
        several: accounts !== null && accounts.length > 1,
        once: id,
        entry: entryOf(form),
        errors,
      },
      refusal: { title: texts.title, lines: [...(general ? [{ text: general }] : []), ...linesOf(errors)] },
    });
  if (!account) return refuse(503, {}, texts.billing);

  const { draft, errors } = readDraft(form, account, scene.visit.language);
  if (!draft) return refuse(400, errors);
  const reach = await checkReach(scene, account.id, draft.limit);
  if (reach.outcome === "unavailable") return refuse(503, {}, texts.billing);
  if (reach.outcome !== "inside") return refuse(400, { limit: texts.notInAccount });
  const living = await scene.index.alive(scene.signedIn.loginId);
  if (living.length >= LIVING_AT_MOST && !living.some((row) => row.id === id)) {
    return refuse(409, {}, texts.tooMany(LIVING_AT_MOST));
  }

  const token = mintApiToken(id);
  const agreement = agree(scene, { id, token, draft, account, limitName: reach.name });
  switch (await make(scene, agreement, token)) {
    case "made":
      return pageResponse(<TokenPage scene={scene} agreement={agreement} token={token} />, scene);
    case "made_before":
      return backToList(scene, { made: id });
    case "failed":
      return refuse(503, {}, texts.failed);
  }
}

/** Only the hash of the token leaves this function. */
async function make(
  { index, connection }: AssistantsScene,
  agreement: Agreement,
  token: string,
): Promise<"made" | "made_before" | "failed"> {
  try {
    await index.add(agreement);
  } catch (error) {
    return /UNIQUE constraint/.test(String(error)) ? "made_before" : "failed";
  }
  const port = connection(agreement.id);
  try {
    await port.openToken(agreement, await hashApiToken(token));
    return "made";
  } catch {
    // It may have been made all the same: nobody was shown its secret, and so it ends.
    await Promise.allSettled([port.end("disconnected"), index.forget(agreement.id)]);
    return "failed";
  }
}

interface Deal {
  id: string;
  token: string;
  draft: TokenDraft;
  account: ManagedAccount;
  limitName: string | null;
}

function agree(
  { signedIn, now, addresses }: AssistantsScene,
  { id, token, draft, account, limitName }: Deal,
): Agreement {
  const madeAt = now();
  return {
    id,
    name: draft.name,
    application: id,
    origin: { kind: "token", ...shownParts(token) },
    returnsTo: null,
    loginId: signedIn.loginId,
    language: signedIn.language,
    accountId: account.id,
    accountName: account.name,
    currency: account.currency,
    scopes: draft.scopes,
    operations: draft.operations,
    limit: draft.limit,
    limitName,
    pages: addresses.auth,
    madeAt: new Date(madeAt).toISOString(),
    endsAt: new Date(madeAt + draft.days * DAY_MS).toISOString(),
  };
}

/** The account a form names; where the login manages only one, it need not. */
function accountOf(form: URLSearchParams, accounts: ManagedAccount[]): ManagedAccount | undefined {
  const [asked, ...others] = form.getAll("account");
  if (asked === undefined) return accounts.length === 1 ? accounts[0] : undefined;
  return others.length === 0 ? accounts.find(({ id }) => String(id) === asked) : undefined;
}

function refuseAccount(scene: AssistantsScene, accounts: ManagedAccount[]): Promise<Response> {
  const { title, account } = tokenTexts[scene.visit.language].errors;
  return listPage(scene, {
    status: 400,
    panel: accounts.length === 0 ? { kind: "no_account" } : { kind: "account", accounts, error: true },
    refusal: { title, lines: [{ text: account, field: "token-account" }] },
  });
}

/** What the login may do is asked again when the form comes back. */
function unreadAccount(form: URLSearchParams): FormAccount {
  const id = Number(/^\d{1,15}$/.exec(form.get("account") ?? "")?.[0] ?? 0);
  return { id, name: `#${id}`, owner: true, permissions: [] };
}

function linesOf(errors: TokenErrors) {
  return (Object.keys(errors) as TokenField[]).map((field) => ({ text: errors[field] ?? "", field: `token-${field}` }));
}
