import type { OperatorAnswer } from "../../../shared/operator-contract/answers.ts";
import { pageResponse } from "../../../shared/pages/page-response.ts";
import type { Theme } from "../../../shared/pages/theme.ts";
import type { Operator } from "../access/identify.ts";
import { BECAUSE } from "../commands/command-input.ts";
import {
  type CommandField,
  definitionOf,
  type OperatorCommand,
  type OperatorCommandName,
} from "../commands/command-list.ts";
import type { ConsoleError } from "../responses.ts";
import { ConsolePage, headingOf, RowsTable } from "./console-page.tsx";

/** What every page of an operator is made with. */
export interface ConsolePageContext {
  theme: Theme;
  url: URL;
  operator: Operator;
  formToken: string;
}

/** `/`: what waits for the operator, and how everything is. */
export function startPage(context: ConsolePageContext, overview: OperatorAnswer): Promise<Response> {
  return respond(
    context,
    <ConsolePage {...context} title="What waits for you">
      <Answer answer={overview} />
    </ConsolePage>,
  );
}

/** What stands on the page of a command beside its form. */
export interface CommandPage {
  /** The fields' values, with the reason. */
  sent?: Record<string, string>;
  /** Of a read. */
  answer?: OperatorAnswer;
  /** Why it was not done. */
  refusal?: string;
  status?: number;
}

/** The page of a command: its form with what was typed, and the answer of a read or why nothing was done. */
export function commandPage(
  context: ConsolePageContext,
  name: OperatorCommandName,
  { sent = {}, answer, refusal, status }: CommandPage,
): Promise<Response> {
  const { title } = definitionOf(name);
  return respond(
    context,
    <ConsolePage {...context} title={title}>
      {refusal !== undefined && (
        <p class="note" role="alert">
          {refusal}
        </p>
      )}
      <CommandForm context={context} name={name} sent={sent} />
      {answer && <Answer answer={answer} />}
    </ConsolePage>,
    status,
  );
}

/** What an act has done. */
export function actPage(context: ConsolePageContext, name: OperatorCommandName, text: string): Promise<Response> {
  return respond(
    context,
    <ConsolePage {...context} title={definitionOf(name).title}>
      <p class="note" role="status">
        {text}
      </p>
    </ConsolePage>,
  );
}

/** What an act would do, with a form that carries it out. @param sent the fields' values, with reason and code */
export function confirmPage(
  context: ConsolePageContext,
  name: OperatorCommandName,
  sent: Record<string, string>,
  text: string,
): Promise<Response> {
  return respond(
    context,
    <ConsolePage {...context} title={definitionOf(name).title}>
      <p class="note" role="status">
        {text}
      </p>
      <form class="card stack" method="post" action={`/${name}`}>
        <input type="hidden" name="token" value={context.formToken} />
        {Object.entries(sent).map(([field, value]) => (
          <input type="hidden" name={field} value={value} />
        ))}
        <div class="buttons">
          <a class="button" href={`/${name}`}>
            Do nothing
          </a>
          <button class="button danger" type="submit">
            Do it
          </button>
        </div>
      </form>
    </ConsolePage>,
    409,
  );
}

/** Why nothing is shown. */
export function refusalPage(
  { theme }: Pick<ConsolePageContext, "theme">,
  url: URL,
  { status, message }: ConsoleError,
  requestId: string,
): Promise<Response> {
  return respond(
    { theme, url },
    <ConsolePage theme={theme} title="Not done" operator={null}>
      <p class="note">{message}</p>
      <p class="muted small">{requestId}</p>
    </ConsolePage>,
    status,
  );
}

function respond(
  { theme, url }: Pick<ConsolePageContext, "theme" | "url">,
  page: Parameters<typeof pageResponse>[0],
  status = 200,
) {
  const visit = { url, language: "en" as const, languageAsked: true };
  return pageResponse(page, { theme, visit, status });
}

function Answer({ answer: { tables, notes } }: { answer: OperatorAnswer }) {
  const named = Object.entries(tables).filter(([, rows]) => rows.length > 0 || notes.length === 0);
  return (
    <>
      {named.map(([name, rows]) => (
        <section class="stack tight" aria-labelledby={`table-${name}`}>
          <h2 id={`table-${name}`}>{headingOf(name)}</h2>
          <RowsTable caption={headingOf(name)} rows={rows} />
        </section>
      ))}
      {notes.map((note) => (
        <p class="note">{note}</p>
      ))}
    </>
  );
}

function CommandForm({
  context,
  name,
  sent,
}: {
  context: ConsolePageContext;
  name: OperatorCommandName;
  sent: Record<string, string>;
}) {
  const { kind, fields, isConfirmed } = definitionOf(name);
  const isAct = kind === "act";
  if (!isAct && fields.length === 0) return null;
  if (isAct && !context.operator.mayAct) return <p class="note">You may read here, and not act.</p>;
  return (
    <form class="card stack" method={isAct ? "post" : "get"} action={`/${name}`}>
      {isAct && <input type="hidden" name="token" value={context.formToken} />}
      {fields.map((field) => (
        <Field field={field} value={sent[field.name] ?? ""} />
      ))}
      {isAct && <Field field={REASON} value={sent[BECAUSE] ?? ""} />}
      <p>
        <button class={isAct && !isConfirmed ? "button danger" : "button primary"} type="submit">
          {submitLabel(definitionOf(name))}
        </button>
      </p>
    </form>
  );
}

function submitLabel({ kind, isConfirmed = false }: OperatorCommand): string {
  if (kind === "read") return "Look up";
  return isConfirmed ? "Show what it would do" : "Carry it out";
}

const REASON: CommandField = {
  name: BECAUSE,
  label: "Why, for whoever looks at it later; nothing that a customer wrote",
  kind: "text",
};

function Field({
  field: { name, label, kind, choices = [], isOptional },
  value,
}: {
  field: CommandField;
  value: string;
}) {
  const id = `field-${name}`;
  return (
    <div class="field">
      <label for={id}>{isOptional ? `${label} (optional)` : label}</label>
      {kind === "choice" ? (
        <select id={id} name={name} required={!isOptional}>
          <option value="">–</option>
          {choices.map((choice) => (
            <option value={choice} selected={choice === value}>
              {choice}
            </option>
          ))}
        </select>
      ) : (
        <input
          id={id}
          name={name}
          type="text"
          inputmode={kind === "number" ? "numeric" : undefined}
          value={value}
          required={!isOptional}
          autocomplete="off"
        />
      )}
    </div>
  );
}
