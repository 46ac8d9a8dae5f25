import type { Child } from "hono/jsx";
import { SETTLED_BY_PROVIDER } from "../../../../durable-objects/account/account-port.ts";
import type { ConnectionSummary } from "../../../../durable-objects/connection/connection-port.ts";
import { CHANGE_SCOPES, type ChangeScope } from "../../../../shared/account-access/scopes.ts";
import { PROBLEMS } from "../../../../shared/api/definition/problems.ts";
import { Submit } from "../../../../shared/pages/buttons.tsx";
import { DataTable } from "../../../../shared/pages/data-table.tsx";
import { formatAgo, formatDay, formatInstant } from "../../../../shared/pages/formats.ts";
import { typeset } from "../../../../shared/pages/french-typography.ts";
import { Tick } from "../../../../shared/pages/tick.tsx";
import { linkTo } from "../../../../shared/pages/visit.ts";
import type { Language } from "../../../../shared/platform/language.ts";
import { operationsUnder } from "../../acting-operations.ts";
import type { AuditedCall, ConnectionActivity } from "../../connections/application-log.ts";
import { HiddenFields } from "../components/customer-page.tsx";
import { LimitField, limitTexts } from "../components/limit-field.tsx";
import { NO_LISTS, writeLimit } from "../limits.ts";
import { ASSISTANTS_PATH } from "../page-addresses.ts";
import type { AssistantsPageContext } from "../page-request.ts";
import { capitalized, inSentence, labelOf, labelsInSentence, scopeTexts } from "../scope-texts.ts";
import type { ListedConnection } from "./active-connections.ts";
import { AskDetails, OpenApprovals, type RefusedAsks } from "./connection-approvals.tsx";
import { type ListTexts, listTexts } from "./list-texts.ts";

interface ConnectionCardProps {
  context: AssistantsPageContext;
  connection: ListedConnection;
  isGrouped: boolean;
  /** Its form was refused: what was to be narrowed, or asked first, is shown open. */
  isNarrowing: boolean;
  refusedAsks: RefusedAsks | undefined;
}

/** One connection: its application, what it may do, its log, and the form that narrows or ends it. */
export function ConnectionCard(props: ConnectionCardProps) {
  const { context, connection, isGrouped, isNarrowing, refusedAsks } = props;
  const { visit, formToken, now, described } = context;
  const { language } = visit;
  const texts = listTexts[language];
  const { id, name, origin, madeAt, lastUsedAt, limitName, accountName } = connection;
  const Heading = isGrouped ? "h3" : "h2";
  const isToken = origin.kind === "token";
  return (
    <form id={`connection-${id}`} class="card stack connection" method="post" action={linkTo(visit, ASSISTANTS_PATH)}>
      {/* Enter presses a form's first button, which must not be the one that ends the connection. */}
      <button type="submit" name="action" value="save" hidden />
      <HiddenFields token={formToken} />
      <input type="hidden" name="connection" value={id} />
      <div class="with-action">
        <div class="stack tight">
          <div class="names">
            <Heading>
              <bdi>{name}</bdi>
            </Heading>
            <span class={origin.kind === "unverified" ? "warning small" : "muted small"}>
              {originWords(connection, language)}
            </span>
          </div>
          {connection.markedAt !== null && (
            <p class="warning small">{texts.marked(formatDay(connection.markedAt, language))}</p>
          )}
          <Chips connection={connection} language={language} />
          {described?.acts === false && changesOf(connection, language).length > 0 && (
            <p class="muted small">{texts.notTaken}</p>
          )}
          <p class="muted small">
            {limitName !== null && (
              <>
                <bdi>{accountName}</bdi>
                {" · "}
              </>
            )}
            <time datetime={madeAt}>{(isToken ? texts.created : texts.connected)(formatDay(madeAt, language))}</time>
            {" · "}
            {lastUsedAt ? (
              <time datetime={lastUsedAt} title={`${formatInstant(lastUsedAt, language)} UTC`}>
                {texts.lastUsed(formatAgo(lastUsedAt, now(), language))}
              </time>
            ) : (
              texts.neverUsed
            )}
          </p>
        </div>
        <Submit
          class="button danger"
          name="action"
          value="disconnect"
          label={isToken ? texts.revoke : texts.disconnect}
          heard={name}
        />
      </div>
      <OpenApprovals connection={connection} visit={visit} />
      <div>
        <Activity activity={connection.activity} language={language} />
        <NarrowFields connection={connection} isOpen={isNarrowing} language={language} />
        <AskDetails connection={connection} refused={refusedAsks} language={language} />
      </div>
    </form>
  );
}

function originWords({ origin, endsAt }: ConnectionSummary, language: Language): Child {
  const words = listTexts[language].origin;
  switch (origin.kind) {
    case "verified":
      return <bdi>{words.verified(origin.domain)}</bdi>;
    case "unverified":
      return origin.domain === undefined ? words.unverified : words.unverifiedAt(origin.domain);
    case "token":
      return words.token(`${origin.prefix}…${origin.lastFour}`, endsAt ? formatDay(endsAt, language) : "");
  }
}

function Chips({ connection, language }: { connection: ConnectionSummary; language: Language }) {
  const texts = listTexts[language];
  const { read } = scopeTexts[language];
  const { limitName, accountName } = connection;
  return (
    <ul class="chips">
      <li class="chip">{read}</li>
      {changesOf(connection, language).map((change) => (
        <li class="chip brand-chip">{change}</li>
      ))}
      <li class="chip">
        <bdi>{limitName === null ? limitTexts[language].everything(accountName) : texts.only(limitName)}</bdi>
      </li>
    </ul>
  );
}

function changesOf({ scopes, operations }: ConnectionSummary, language: Language): string[] {
  const { kinds } = scopeTexts[language];
  return CHANGE_SCOPES.filter((kind) => scopes.includes(kind)).flatMap((kind) =>
    operations ? operationsUnder(kind, operations).map(({ label }) => typeset(label, language)) : [kinds[kind].label],
  );
}

type NarrowFieldsProps = { connection: ListedConnection; isOpen: boolean; language: Language };

/** The fields that narrow a connection; null where there is nothing to take away. */
function NarrowFields({ connection, isOpen, language }: NarrowFieldsProps) {
  const texts = listTexts[language];
  const { narrow } = texts;
  const { id, scopes, limit, accountName, origin, choices } = connection;
  const kinds = CHANGE_SCOPES.filter((kind) => scopes.includes(kind));
  const isWhole = limit.kind === "account";
  const { domains, services } = choices ?? NO_LISTS;
  const isChoosable = isWhole ? domains !== null || services !== null : (services?.items.length ?? 0) > 0;
  const current = <input type="hidden" name="limit" value={writeLimit(limit)} />;
  if (kinds.length === 0 && !isWhole && !isChoosable) return null;
  return (
    <details open={isOpen}>
      <summary>{narrow.title}</summary>
      <div class="stack narrowing">
        <p class="muted small">{origin.kind === "token" ? narrow.textToken : narrow.text}</p>
        {kinds.length > 0 && (
          <fieldset>
            <legend>{narrow.may}</legend>
            {kinds.map((kind) => (
              <Tick
                id={`${id}-${kind.replace(":", "-")}`}
                name="scope"
                value={kind}
                label={tickLabel(connection, kind, language)}
                isTicked
              />
            ))}
          </fieldset>
        )}
        {!isWhole && !isChoosable && current}
        {isWhole && !isChoosable && (
          <p class="note">
            {narrow.unavailable}
            {current}
          </p>
        )}
        {isChoosable && (
          <LimitField
            language={language}
            id={`limit-${id}`}
            accountName={accountName}
            choices={choices}
            isLimited={!isWhole}
            chosen={writeLimit(limit)}
          />
        )}
        <p>
          <Submit class="button" name="action" value="narrow" label={narrow.save} heard={connection.name} />
        </p>
      </div>
    </details>
  );
}

function tickLabel({ operations }: ConnectionSummary, kind: ChangeScope, language: Language): string {
  if (!operations) return scopeTexts[language].kinds[kind].label;
  return capitalized(labelsInSentence(operationsUnder(kind, operations), language));
}

function Activity({ activity, language }: { activity: ConnectionActivity; language: Language }) {
  const { recent, hasMore, lacksActions } = activity;
  const texts = listTexts[language].did;
  const lacking = lacksActions && <p class="note">{texts.lacksActions}</p>;
  if (recent.length === 0) {
    return (
      <details>
        <summary>{lacksActions ? texts.unread : texts.nothing}</summary>
        {lacking || <p class="muted">{texts.nothingText}</p>}
      </details>
    );
  }
  const summary = (lacksActions ? texts.reads : texts.some)(recent.length, hasMore);
  return (
    <details>
      <summary>{summary}</summary>
      {lacking}
      <DataTable
        caption={summary}
        columns={[{ label: texts.when }, { label: texts.operation }, { label: texts.on }, { label: texts.ended }]}
        rows={recent.map((entry) => ({
          key: entry.id,
          cells: [
            <time datetime={entry.at}>{`${formatInstant(entry.at, language)} UTC`}</time>,
            labelOf(entry.operation, language) ?? <code translate="no">{entry.operation}</code>,
            <bdi>{targetOf(entry.target, texts)}</bdi>,
            endOf(entry, language),
          ],
        }))}
      />
    </details>
  );
}

function targetOf(target: string | null, texts: ListTexts["did"]): string {
  if (target === null) return texts.onNothing;
  const [, kind = "", name = ""] = /^(\w+):(.+)$/.exec(target) ?? [];
  if (kind === "service") return texts.service(name);
  if (kind === "plan") return texts.plan(name);
  if (kind === "order") return texts.order(name);
  if (kind === "zone") return name.slice(name.indexOf("/") + 1);
  return name || target;
}

function endOf(entry: AuditedCall, language: Language): string {
  const { outcome, code } = entry;
  const { outcomes, approvals, because, settledByProvider } = listTexts[language].did;
  const approval = "approval" in entry ? entry.approval : null;
  if (approval) return because(outcomes[outcome], approvals[approval]);
  if (code === SETTLED_BY_PROVIDER) return because(outcomes[outcome], settledByProvider);
  if (outcome === "succeeded" || code === null) return outcomes[outcome];
  const problem = Object.entries(PROBLEMS).find(([known]) => known === code)?.[1];
  return because(outcomes[outcome], problem ? inSentence(problem.title[language]) : code);
}
