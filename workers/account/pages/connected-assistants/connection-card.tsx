import type { ConnectionSummary } from "../../../../durable-objects/connection/connection-port.ts";
import { CHANGE_SCOPES } from "../../../../shared/account-access/scopes.ts";
import { formatAgo, formatDay, formatInstant } from "../../../../shared/pages/formats.ts";
import { typeset } from "../../../../shared/pages/french-typography.ts";
import { linkTo } from "../../../../shared/pages/visit.ts";
import type { Language } from "../../../../shared/platform/language.ts";
import { operationsUnder } from "../../access/acting-operations.ts";
import { HiddenFields } from "../components/hidden-fields.tsx";
import { limitTexts } from "../components/limit-texts.ts";
import type { LimitChoices } from "../limits.ts";
import { ASSISTANTS_PATH } from "../page-addresses.ts";
import { scopeTexts } from "../scope-texts.ts";
import type { ListedConnection } from "./active-connections.ts";
import { Activity } from "./activity.tsx";
import { type ListTexts, listTexts } from "./list-texts.ts";
import { NarrowFields } from "./narrow-fields.tsx";
import type { AssistantsPageContext } from "./page-context.ts";

interface ConnectionCardProps {
  context: AssistantsPageContext;
  connection: ListedConnection;
  choices: LimitChoices | null | undefined;
  /** Under a heading of its application. */
  isGrouped: boolean;
  /** Its narrowing was refused: shown open. */
  isNarrowing: boolean;
}

/** One connection: who it is, what it may do, what it did, and how to narrow or end it. One form. */
export function ConnectionCard({ context, connection, choices, isGrouped, isNarrowing }: ConnectionCardProps) {
  const { visit, formToken, now } = context;
  const { language } = visit;
  const texts = listTexts[language];
  const { id, name, origin, madeAt, lastUsedAt, limitName, accountName } = connection;
  const Heading = isGrouped ? "h3" : "h2";
  const isToken = origin.kind === "token";
  return (
    <form id={`connection-${id}`} class="card stack connection" method="post" action={linkTo(visit, ASSISTANTS_PATH)}>
      {/* Enter presses a form's first button, which must not be the one that ends the connection. */}
      <button type="submit" name="action" value="narrow" hidden />
      <HiddenFields token={formToken} pending={null} />
      <input type="hidden" name="connection" value={id} />
      <div class="with-action">
        <div class="stack tight">
          <div class="names">
            <Heading>
              <bdi>{name}</bdi>
            </Heading>
            <OriginWords connection={connection} language={language} />
          </div>
          {connection.markedAt !== null && (
            <p class="warning small">{texts.marked(formatDay(connection.markedAt, language))}</p>
          )}
          <Chips connection={connection} language={language} />
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
        <button class="button danger" type="submit" name="action" value="disconnect">
          {isToken ? texts.revoke : texts.disconnect}
          <span class="only-heard"> {name}</span>
        </button>
      </div>
      <div>
        <Activity activity={connection.activity} language={language} />
        <NarrowFields connection={connection} choices={choices} isOpen={isNarrowing} language={language} />
      </div>
    </form>
  );
}

/** What stands behind the name. */
function OriginWords({ connection, language }: { connection: ConnectionSummary; language: Language }) {
  const { origin: words } = listTexts[language];
  const { origin, endsAt } = connection;
  switch (origin.kind) {
    case "verified":
      return (
        <span class="muted small">
          <bdi>{words.verified(origin.domain)}</bdi>
        </span>
      );
    case "unverified":
      return <span class="warning small">{unverifiedWords(origin.domain, words)}</span>;
    case "token":
      return (
        <span class="muted small">
          {words.token(`${origin.prefix}…${origin.lastFour}`, endsAt ? formatDay(endsAt, language) : "")}
        </span>
      );
  }
}

function unverifiedWords(domain: string | undefined, words: ListTexts["origin"]): string {
  return domain === undefined ? words.unverified : words.unverifiedAt(domain);
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

/** What it may change: a scope in its own words, or each single operation of it. */
function changesOf({ scopes, operations }: ConnectionSummary, language: Language): string[] {
  const { kinds } = scopeTexts[language];
  return CHANGE_SCOPES.filter((kind) => scopes.includes(kind)).flatMap((kind) =>
    operations ? operationsUnder(kind, operations).map(({ label }) => typeset(label, language)) : [kinds[kind].label],
  );
}
