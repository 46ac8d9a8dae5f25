import type { Agreement } from "../../../../durable-objects/connection/connection-port.ts";
import { hashOf, mintApiToken, shownParts } from "../../../../durable-objects/connection/tokens/api-token.ts";
import { NO_ASKS } from "../../../../shared/account-access/asks.ts";
import type { ManagedAccount } from "../../../../shared/billing-contract/customer.ts";
import { StoreHeldError } from "../../../../shared/holds/holds.ts";
import { CodeBlock } from "../../../../shared/pages/code-block.tsx";
import type { FormError } from "../../../../shared/pages/error-summary.tsx";
import { formatDay } from "../../../../shared/pages/formats.ts";
import { Layout } from "../../../../shared/pages/layout.tsx";
import { pageResponse, seeOther } from "../../../../shared/pages/page-response.ts";
import { linkTo } from "../../../../shared/pages/visit.ts";
import { log } from "../../../../shared/platform/log.ts";
import { partiesOf, takeBack } from "../../connections/make-connection.ts";
import { holdingOn, managedAccounts } from "../../queries/account-queries.ts";
import { limitTexts } from "../components/limit-texts.ts";
import { checkLimit } from "../limits.ts";
import { ASSISTANTS_PATH } from "../page-addresses.ts";
import type { AssistantsPageContext } from "../page-request.ts";
import { isRecent } from "../sign-in/recent-sign-in.ts";
import { SignedInPerson } from "./list-page.tsx";
import { backToList, showList } from "./show-list.tsx";
import { endAfter, entryOf, newOnce, onceIn, readDraft, TOKEN_FIELDS } from "./token-input.ts";
import type { FormAccount } from "./token-panel.ts";
import { tokenTexts } from "./token-texts.ts";

/** Active connections of a login beyond which it gets no further API token. */
export const MAX_ACTIVE_CONNECTIONS = 50;

/** Creates an API token and shows it, this once. */
export async function createToken(context: AssistantsPageContext, form: URLSearchParams): Promise<Response> {
  if (!isRecent(context)) return seeOther(context.signInAgain);
  const texts = tokenTexts[context.visit.language].errors;
  const once = await onceIn(form, context);
  const { id } = once;

  const managed = await managedAccounts(context, context.signedIn);
  const accounts = managed.ok ? managed.value : null;
  const chosen = accounts && accountOf(form, accounts);
  if (accounts && !chosen) return refuseAccount(context, accounts);
  const holding = chosen && (await holdingOn(context, context.signedIn, chosen.id));
  // It was given up meanwhile.
  if (holding?.ok && !holding.value) return refuseAccount(context, accounts?.filter((one) => one !== chosen) ?? []);
  const account = holding?.ok ? holding.value : null;
  const refuse = (status: number, errors: FormError[], { field } = once) =>
    showList(context, {
      status,
      panel: {
        kind: "form",
        account: account ?? unreadAccount(form),
        several: accounts !== null && accounts.length > 1,
        once: field,
        entry: entryOf(form),
        errors,
      },
      refusal: { title: texts.title, errors },
    });
  if (!account || !context.described) return refuse(503, [{ field: null, text: texts.billing }]);

  const { draft, errors } = readDraft(form, account, context.offered, context.visit.language);
  if (!draft) return refuse(400, errors);
  const checked = await checkLimit(context, account.id, draft.limit);
  if (checked.outcome === "unavailable") return refuse(503, [{ field: null, text: texts.billing }]);
  if (checked.outcome === "outside") {
    return refuse(400, [{ field: TOKEN_FIELDS.limit, text: limitTexts[context.visit.language].outside }]);
  }
  const active = await context.index.alive(context.signedIn);
  if (active.length >= MAX_ACTIVE_CONNECTIONS && !active.some((row) => row.id === id)) {
    return refuse(409, [{ field: null, text: texts.tooMany(MAX_ACTIVE_CONNECTIONS) }]);
  }

  const token = mintApiToken(id);
  const madeAt = context.now();
  const { days, ...drafted } = draft;
  const agreement: Agreement = {
    ...{ id, application: id, returnsTo: null, limitName: checked.name, ...drafted },
    ...partiesOf(context.signedIn, context.visit.language, account),
    asks: NO_ASKS,
    origin: { kind: "token", ...shownParts(token) },
    pages: context.addresses.auth,
    madeAt: new Date(madeAt).toISOString(),
    endsAt: endAfter(days, madeAt),
  };
  switch (await make(context, agreement, token)) {
    case "made":
      return pageResponse(<TokenPage context={context} agreement={agreement} token={token} />, context);
    case "made_before":
      return backToList(context, { made: id });
    case "held":
      return refuse(503, [{ field: null, text: texts.held }]);
    case "failed":
      // With a new id: if the object was made after all, it has ended and cannot be reused.
      return refuse(503, [{ field: null, text: texts.failed }], await newOnce(context));
  }
}

/** Stores the connection; the object receives only the token's hash. */
async function make(
  { index, connection, requestId }: AssistantsPageContext,
  agreement: Agreement,
  token: string,
): Promise<"made" | "made_before" | "held" | "failed"> {
  try {
    await index.add(agreement);
  } catch (cause) {
    if (/UNIQUE constraint/.test(String(cause))) return "made_before";
    log("connection_not_made", { request_id: requestId, account: agreement.accountId, cause });
    return cause instanceof StoreHeldError ? "held" : "failed";
  }
  const port = connection(agreement.id);
  try {
    await port.openToken(agreement, await hashOf(token), requestId);
    return "made";
  } catch (cause) {
    log("connection_not_made", { request_id: requestId, account: agreement.accountId, cause });
    // It may have been made after all; nobody knows its secret, so it is ended.
    await takeBack({ index, connection: port, requestId }, agreement);
    return "failed";
  }
}

/** The account that a form names; it may name none where the login manages only one. */
function accountOf(form: URLSearchParams, accounts: ManagedAccount[]): ManagedAccount | undefined {
  const [asked, ...others] = form.getAll("account");
  if (asked === undefined) return accounts.length === 1 ? accounts[0] : undefined;
  return others.length === 0 ? accounts.find(({ id }) => String(id) === asked) : undefined;
}

function refuseAccount(context: AssistantsPageContext, accounts: ManagedAccount[]): Promise<Response> {
  const { title, account } = tokenTexts[context.visit.language].errors;
  const errors = [{ field: TOKEN_FIELDS.account, text: account }];
  return showList(context, {
    status: 400,
    panel: accounts.length === 0 ? { kind: "no_account" } : { kind: "account", accounts, errors },
    refusal: { title, errors },
  });
}

/** A stand-in while the billing system does not answer: permissions are checked when the form is sent again. */
function unreadAccount(form: URLSearchParams): FormAccount {
  const id = Number(/^\d{1,15}$/.exec(form.get("account") ?? "")?.[0] ?? 0);
  return { id, name: `#${id}`, owner: true, permissions: [] };
}

function TokenPage({
  context,
  agreement,
  token,
}: {
  context: AssistantsPageContext;
  agreement: Agreement;
  token: string;
}) {
  const { theme, visit, addresses } = context;
  const texts = tokenTexts[visit.language].created;
  return (
    <Layout
      theme={theme}
      visit={visit}
      title={texts.title}
      width="reading"
      person={<SignedInPerson context={context} />}
      isShownOnce
    >
      <div class="card stack">
        <h1>{texts.title}</h1>
        <p role="status">{texts.text(agreement.name)}</p>
        <section class="stack tight" aria-label={texts.token}>
          <code class="address new-secret" translate="no">
            {token}
          </code>
        </section>
        <p class="warning">{texts.warning}</p>
        <p>{texts.use}</p>
        <CodeBlock>{`curl -H "Authorization: Bearer <token>" ${addresses.base}/account`}</CodeBlock>
        <p class="muted">{texts.ends(formatDay(agreement.endsAt ?? agreement.madeAt, visit.language))}</p>
        <p class="links">
          <a href={linkTo(visit, "/developers")}>{texts.developers}</a>
        </p>
        <p class="buttons">
          <a class="button primary" href={linkTo(visit, `${ASSISTANTS_PATH}#connection-${agreement.id}`)}>
            {texts.back}
          </a>
        </p>
      </div>
    </Layout>
  );
}
