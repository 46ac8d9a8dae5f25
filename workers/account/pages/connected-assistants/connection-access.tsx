import type { ConnectionSummary } from "../../../../durable-objects/connection/connection-port.ts";
import type { Asks } from "../../../../shared/account-access/asks.ts";
import { CHANGE_SCOPES, type ChangeScope } from "../../../../shared/account-access/scopes.ts";
import { Submit } from "../../../../shared/pages/buttons.tsx";
import type { FormError } from "../../../../shared/pages/error-summary.tsx";
import { typeset } from "../../../../shared/pages/french-typography.ts";
import { Tick } from "../../../../shared/pages/tick.tsx";
import type { Language } from "../../../../shared/platform/language.ts";
import { asksAbout, isWithin, operationsUnder } from "../../acting-operations.ts";
import { AskFields, type AsksEntry, asksEntry, asksInWords, askTexts } from "../components/ask-fields.tsx";
import { LimitField, limitTexts } from "../components/limit-field.tsx";
import { NO_LISTS, writeLimit } from "../limits.ts";
import type { AssistantsPageContext } from "../page-request.ts";
import { capitalized, labelsInSentence, scopeTexts } from "../scope-texts.ts";
import type { ListedConnection } from "./active-connections.ts";
import { listTexts } from "./list-texts.ts";

/** The values and errors of a refused form for approvals. */
export interface RefusedAsks {
  id: string;
  entry: AsksEntry;
  errors: FormError[];
}

/** Returns the prefix of the approval fields' ids. */
export function askFieldsId(connectionId: string): string {
  return `ask-${connectionId}`;
}

interface AccessProps {
  context: Pick<AssistantsPageContext, "visit" | "offered" | "described">;
  connection: ListedConnection;
  heading: "h3" | "h4";
}

/** Shows a connection's permissions, their limits, and the approvals that it needs. */
export function Access({ context: { visit, offered, described }, connection, heading: Heading }: AccessProps) {
  const { language } = visit;
  const { may, only, notTaken } = listTexts[language];
  const { limitName, accountName, scopes, asks, currency } = connection;
  const changes = changesOf(connection, language);
  const missing = offered.filter((kind) => !scopes.includes(kind));
  const rows = [
    {
      label: changes.length === 0 ? may.readsOnly : may.reads,
      lines: [limitName === null ? limitTexts[language].everything(accountName) : only(limitName)],
    },
    { label: may.also, lines: changes },
    { label: may.not, lines: missing.map((kind) => scopeTexts[language].kinds[kind].label) },
    ...(kindsAskedOf(connection).length > 0
      ? [{ label: may.asks, lines: [asksInWords(asks, currency, language)] }]
      : []),
  ];
  return (
    <section class="stack tight">
      <Heading>{may.title}</Heading>
      <dl class="parameters">
        {rows.map(
          ({ label, lines }) =>
            lines.length > 0 && (
              <div>
                <dt class="muted">{label}</dt>
                <dd>
                  {lines.map((line) => (
                    <p>
                      <bdi>{line}</bdi>
                    </p>
                  ))}
                </dd>
              </div>
            ),
        )}
      </dl>
      {described?.acts === false && changes.length > 0 && <p class="muted small">{notTaken}</p>}
      {connection.readsOnly && <p class="muted small">{scopeTexts[language].readsOnly}</p>}
    </section>
  );
}

function changesOf({ scopes, operations }: ConnectionSummary, language: Language): string[] {
  const { kinds } = scopeTexts[language];
  return CHANGE_SCOPES.filter((kind) => scopes.includes(kind)).flatMap((kind) =>
    operations ? operationsUnder(kind, operations).map(({ label }) => typeset(label, language)) : [kinds[kind].label],
  );
}

/** Returns the approvals that a customer can require for a connection. The list is empty if it can change nothing. */
function kindsAskedOf({ scopes, operations, limit }: ConnectionSummary): (keyof Asks)[] {
  return asksAbout(
    CHANGE_SCOPES.filter((scope) => scopes.includes(scope))
      .flatMap((scope) => operationsUnder(scope, operations ?? undefined))
      .filter((operation) => isWithin(limit, operation)),
  );
}

export interface EditAccessProps {
  connection: ListedConnection;
  /** Whether the form that restricts the connection was refused. */
  isNarrowing: boolean;
  refusedAsks: RefusedAsks | undefined;
  language: Language;
}

/** Shows the fields that restrict a connection and set its approvals. Shows nothing if no field applies. */
export function EditAccess({ connection, isNarrowing, refusedAsks, language }: EditAccessProps) {
  const { id, name, scopes, limit, asks, currency, choices } = connection;
  const kinds = kindsAskedOf(connection);
  const canNarrow = scopes.length > 1 || limit.kind === "account" || (choices?.services?.items.length ?? 0) > 0;
  if (!canNarrow && kinds.length === 0) return null;
  return (
    <details class="fold" open={isNarrowing || refusedAsks !== undefined}>
      <summary>{listTexts[language].edit}</summary>
      <div class="pair">
        {canNarrow && <NarrowFields connection={connection} language={language} />}
        {kinds.length > 0 && (
          <div class="stack">
            <AskFields
              language={language}
              id={askFieldsId(id)}
              kinds={kinds}
              entry={refusedAsks?.entry ?? asksEntry(asks)}
              currency={currency}
              errors={refusedAsks?.errors ?? []}
            />
            <p>
              <Submit class="button" name="action" value="ask" label={askTexts[language].save} heard={name} />
            </p>
          </div>
        )}
      </div>
    </details>
  );
}

function NarrowFields({ connection, language }: Pick<EditAccessProps, "connection" | "language">) {
  const { narrow } = listTexts[language];
  const { id, scopes, limit, accountName, origin, readsOnly, choices } = connection;
  const kinds = CHANGE_SCOPES.filter((kind) => scopes.includes(kind));
  const isWhole = limit.kind === "account";
  const { domains, services } = choices ?? NO_LISTS;
  const isChoosable = isWhole ? domains !== null || services !== null : (services?.items.length ?? 0) > 0;
  const current = <input type="hidden" name="limit" value={writeLimit(limit)} />;
  return (
    <div class="stack">
      <p class="muted small">
        {readsOnly ? narrow.textReadsOnly : origin.kind === "token" ? narrow.textToken : narrow.text}
      </p>
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
  );
}

function tickLabel({ operations }: ConnectionSummary, kind: ChangeScope, language: Language): string {
  if (!operations) return scopeTexts[language].kinds[kind].label;
  return capitalized(labelsInSentence(operationsUnder(kind, operations), language));
}
