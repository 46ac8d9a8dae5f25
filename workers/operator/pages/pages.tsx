import type { Child } from "hono/jsx";
import type { OperatorAnswer } from "../../../shared/operator-contract/answers.ts";
import { pageResponse } from "../../../shared/pages/page-response.ts";
import type { Theme } from "../../../shared/pages/theme.ts";
import type { Operator } from "../access/identify.ts";
import { BECAUSE, type FieldRule, type OperatorCommand } from "../commands/command.ts";
import type { ConsoleError } from "../responses.ts";
import { ConsolePage, headingOf, RowsTable } from "./console-page.tsx";

/** What every page of an operator is made with. */
export interface ConsolePageContext {
  theme: Theme;
  url: URL;
  operator: Operator;
  formToken: string;
}

/** A command, with its name in the table. */
export interface NamedCommand {
  name: string;
  command: OperatorCommand;
}

/** `/`: what waits for the operator, and how everything is. */
export function startPage(context: ConsolePageContext, overview: OperatorAnswer): Promise<Response> {
  return respond(context, "What waits for you", 200, <Answer answer={overview} />);
}

/** The page of a command: its form with the fields' values and the reason, and the answer of a read or why nothing was done. */
export function commandPage(
  context: ConsolePageContext,
  named: NamedCommand,
  {
    sent = {},
    answer,
    refusal,
    status = 200,
  }: { sent?: Record<string, string>; answer?: OperatorAnswer; refusal?: string; status?: number },
): Promise<Response> {
  return respond(context, named.command.title, status, [
    refusal !== undefined && (
      <p class="note" role="alert">
        {refusal}
      </p>
    ),
    <CommandForm context={context} named={named} sent={sent} />,
    answer && <Answer answer={answer} />,
  ]);
}

/** What an act has done. @param confirm the fields' values, with reason and code: it has done nothing, and a form carries it out */
export function actPage(
  context: ConsolePageContext,
  { name, command }: NamedCommand,
  text: string,
  confirm?: Record<string, string>,
): Promise<Response> {
  return respond(context, command.title, confirm ? 409 : 200, [
    <p class="note" role="status">
      {text}
    </p>,
    confirm && (
      <form class="card stack" method="post" action={`/${name}`}>
        {Object.entries({ token: context.formToken, ...confirm }).map(([field, value]) => (
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
    ),
  ]);
}

/** Why nothing is shown, to whoever asks. */
export function refusalPage(
  theme: Theme,
  url: URL,
  { status, message }: ConsoleError,
  requestId: string,
): Promise<Response> {
  return respond({ theme, url, operator: null }, "Not done", status, [
    <p class="note">{message}</p>,
    <p class="muted small">{requestId}</p>,
  ]);
}

function respond(
  { theme, url, operator }: Pick<ConsolePageContext, "theme" | "url"> & { operator: Operator | null },
  title: string,
  status: number,
  content: Child,
): Promise<Response> {
  const visit = { url, language: "en" as const, languageAsked: true };
  const page = (
    <ConsolePage theme={theme} title={title} operator={operator}>
      {content}
    </ConsolePage>
  );
  return pageResponse(page, { theme, visit, status });
}

function Answer({ answer: { tables, notes } }: { answer: OperatorAnswer }) {
  const named = Object.entries(tables).filter(([, rows]) => rows.length > 0 || notes.length === 0);
  return (
    <>
      {notes.map((note) => (
        <p class="note">{note}</p>
      ))}
      {named.map(([name, rows]) => (
        <section class="stack tight" aria-labelledby={`table-${name}`}>
          <h2 id={`table-${name}`}>{headingOf(name)}</h2>
          <RowsTable caption={headingOf(name)} rows={rows} />
        </section>
      ))}
    </>
  );
}

interface CommandFormProps {
  context: ConsolePageContext;
  named: NamedCommand;
  sent: Record<string, string>;
}

function CommandForm({ context, named: { name, command }, sent }: CommandFormProps) {
  const isAct = command.effect === "act";
  const isConfirmed = command.effect === "act" && command.preview !== undefined;
  const fields: [string, FieldRule][] = [...Object.entries(command.fields), ...(isAct ? [REASON] : [])];
  if (fields.length === 0) return null;
  if (isAct && !context.operator.mayAct) return <p class="note">You may read here, and not act.</p>;
  return (
    <form class="card stack" method={isAct ? "post" : "get"} action={`/${name}`}>
      {isAct && <input type="hidden" name="token" value={context.formToken} />}
      {fields.map(([field, definition]) => (
        <Field name={field} field={definition} value={sent[field] ?? ""} />
      ))}
      <p>
        <button class={isAct && !isConfirmed ? "button danger" : "button primary"} type="submit">
          {isConfirmed ? "Show what it would do" : isAct ? "Carry it out" : "Look up"}
        </button>
      </p>
    </form>
  );
}

const REASON: [string, FieldRule] = [
  BECAUSE,
  { kind: "text", label: "Why, for the person who reads it later; nothing that a customer wrote" },
];

interface FieldProps {
  name: string;
  field: FieldRule;
  value: string;
}

function Field({ name, field: { label, kind, choices = [], isOptional }, value }: FieldProps) {
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
