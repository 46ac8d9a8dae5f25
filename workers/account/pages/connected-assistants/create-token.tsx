import type { Agreement } from "../../../../durable-objects/connection/connection-port.ts";
import { hashOf, mintApiToken, shownParts } from "../../../../durable-objects/connection/tokens/api-token.ts";
import { NO_ASKS } from "../../../../shared/account-access/asks.ts";
import type { AreaFrame } from "../../../../shared/billing-contract/client-area.ts";
import { StoreHeldError } from "../../../../shared/holds/holds.ts";
import { AreaLayout, Person } from "../../../../shared/pages/area-layout.tsx";
import { ButtonLink } from "../../../../shared/pages/buttons.tsx";
import { CodeBlock, CopiedLine } from "../../../../shared/pages/code-block.tsx";
import type { FormError } from "../../../../shared/pages/error-summary.tsx";
import { formatDay } from "../../../../shared/pages/formats.ts";
import { pageResponse, seeOther } from "../../../../shared/pages/page-response.ts";
import { linkTo } from "../../../../shared/pages/visit.ts";
import { log } from "../../../../shared/platform/log.ts";
import { partiesOf, takeBack } from "../../connections/make-connection.ts";
import { readConsentFacts } from "../../queries/billing-answers.ts";
import { frameOf } from "../area-frame.ts";
import { limitTexts } from "../components/limit-field.tsx";
import { confirmingList, confirmLimit, readLimit } from "../limits.ts";
import { ASSISTANTS_PATH, signInForToken } from "../page-addresses.ts";
import type { AssistantsPageContext } from "../page-request.ts";
import { isRecent } from "../sign-in/recent-sign-in.ts";
import { backToList, showList } from "./show-list.tsx";
import {
  accountPanel,
  endAfter,
  entryOf,
  type FormAccount,
  newOnce,
  onceIn,
  readAccountId,
  readDraft,
  TOKEN_FIELDS,
  type TokenPanel,
} from "./token-input.ts";
import { tokenTexts } from "./token-texts.ts";

/** The number of active connections at which a login cannot create another API token. */
export const MAX_ACTIVE_CONNECTIONS = 50;

/** Creates an API token and shows it once. */
export async function createToken(context: AssistantsPageContext, form: URLSearchParams): Promise<Response> {
  if (!isRecent(context)) return seeOther(signInForToken(context.visit));
  const texts = tokenTexts[context.visit.language].errors;
  const once = await onceIn(form, context);
  const { id } = once;

  const named = form.getAll("account");
  const accountId = readAccountId(named[0] ?? null);
  const asked = readLimit(form.get("limit") ?? "") ?? { kind: "account" };
  const facts = await readConsentFacts(context, context.signedIn, { ...confirmingList(asked), accountId });
  const { accounts = [], chosen = null } = facts.ok ? facts.value : {};
  const isNamed = named.length === 0 || (named.length === 1 && accountId === chosen?.holding.id);
  if (facts.ok && !(chosen && isNamed)) {
    const errors = [{ field: TOKEN_FIELDS.account, text: texts.account }];
    const panel = accountPanel(accounts, errors);
    return showList(context, { status: 400, panel, refusal: { title: texts.title, errors } });
  }
  const account = chosen?.holding ?? unreadAccount(accountId ?? 0);
  const refuse = (status: number, errors: FormError[], { field } = once) => {
    const several = accounts.length > 1;
    const panel: TokenPanel = { kind: "form", account, several, once: field, entry: entryOf(form), errors };
    return showList(context, { status, panel, refusal: { title: texts.title, errors } });
  };
  if (!chosen || !context.described) return refuse(503, [{ field: null, text: texts.billing }]);

  const draft = readDraft(form, chosen.holding, context.offered, context.visit.language);
  if (Array.isArray(draft)) return refuse(400, draft);
  const checked = confirmLimit(chosen, draft.limit);
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
    ...partiesOf(context.signedIn, context.visit.language, chosen.holding),
    asks: NO_ASKS,
    origin: { kind: "token", ...shownParts(token) },
    pages: context.addresses.auth,
    madeAt: new Date(madeAt).toISOString(),
    endsAt: endAfter(days, madeAt),
  };
  switch (await make(context, agreement, token)) {
    case "made": {
      const frame = await frameOf(context, context.signedIn);
      return pageResponse(<TokenPage {...{ context, frame, agreement, token }} />, context);
    }
    case "made_before":
      return backToList(context, "made", id);
    case "held":
      return refuse(503, [{ field: null, text: texts.held }]);
    case "failed":
      // Use a new id. If the object was created after all, it has ended and cannot be reused.
      return refuse(503, [{ field: null, text: texts.failed }], await newOnce(context));
  }
}

/** Stores the connection. Its object receives only the token's hash. */
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
    // The connection may exist after all. Nobody knows its secret, so end the connection.
    await takeBack({ index, connection: port, requestId }, agreement);
    return "failed";
  }
}

/**
 * Returns a placeholder for an account while the billing system does not respond. The submitted form is checked again.
 */
function unreadAccount(id: number): FormAccount {
  return { id, name: `#${id}`, owner: true, permissions: [] };
}

type TokenPageProps = {
  context: AssistantsPageContext;
  frame: AreaFrame | null;
  agreement: Agreement;
  token: string;
};

function TokenPage({ context, frame, agreement, token }: TokenPageProps) {
  const { theme, visit, addresses, signedIn, formToken } = context;
  const texts = tokenTexts[visit.language].created;
  return (
    <AreaLayout
      theme={theme}
      visit={visit}
      title={texts.title}
      frame={frame}
      width="reading"
      person={<Person visit={visit} email={signedIn.email} formToken={formToken} />}
      isShownOnce
    >
      <div class="card stack">
        <h1>{texts.title}</h1>
        <p role="status">{texts.text(agreement.name)}</p>
        <section class="stack tight" aria-label={texts.token}>
          <CopiedLine class="new-secret" language={visit.language}>
            {token}
          </CopiedLine>
        </section>
        <p class="warning">{texts.warning}</p>
        <p>{texts.use}</p>
        <CodeBlock
          language={visit.language}
        >{`curl -H "Authorization: Bearer <token>" ${addresses.base}/account`}</CodeBlock>
        <p class="muted">{texts.ends(formatDay(agreement.endsAt ?? agreement.madeAt, visit.language))}</p>
        <p class="links">
          <a href={linkTo(visit, "/developers")}>{texts.developers}</a>
        </p>
        <p class="buttons">
          <ButtonLink
            class="button primary"
            href={linkTo(visit, `${ASSISTANTS_PATH}#connection-${agreement.id}`)}
            label={texts.back}
          />
        </p>
      </div>
    </AreaLayout>
  );
}
