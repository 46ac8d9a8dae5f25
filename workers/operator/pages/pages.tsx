import type { Child } from "hono/jsx";
import type { OperatorAnswer, ShownRow } from "../../../shared/operator-contract/answers.ts";
import { DataTable } from "../../../shared/pages/data-table.tsx";
import { pageResponse } from "../../../shared/pages/page-response.ts";
import type { Theme } from "../../../shared/pages/theme.ts";
import type { Operator } from "../access/identify.ts";
import { BECAUSE, type FieldRule, type NamedCommand, type OperatorCommand } from "../commands/command.ts";
import { COMMANDS } from "../commands/command-table.ts";
import type { OperatorContext } from "../composition.ts";
import type { ConsoleError } from "../responses.ts";

/** What every page of an operator is made with. */
export type ConsolePageContext = Pick<OperatorContext, "theme" | "operator"> & { url: URL; formToken: string };

/** `/`: what waits for the operator, and how everything is. */
export function startPage(context: ConsolePageContext, overview: OperatorAnswer): Promise<Response> {
  return respond(context, "What waits for you", 200, <Answer answer={overview} />);
}

/** The page of a command: its form with the fields' values and the reason, and the answer of a read or why nothing was done. */
export function commandPage(
  context: ConsolePageContext,
  command: NamedCommand,
  {
    sent = {},
    answer,
    refusal,
    status = 200,
  }: { sent?: Record<string, string>; answer?: OperatorAnswer; refusal?: string; status?: number },
): Promise<Response> {
  return respond(context, command.title, status, [
    refusal !== undefined && (
      <p class="note" role="alert">
        {refusal}
      </p>
    ),
    <CommandForm context={context} command={command} sent={sent} />,
    answer && <Answer answer={answer} />,
  ]);
}

/** What an act has done. @param confirm the fields' values, with reason and code: it has done nothing, and a form carries it out */
export function actPage(
  context: ConsolePageContext,
  { name, title }: NamedCommand,
  text: string,
  confirm?: Record<string, string>,
): Promise<Response> {
  return respond(context, title, confirm ? 409 : 200, [
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

/** The frame of the console's pages: the design of all pages, without links to other sites. @param operator null: nobody was let in */
function respond(
  { theme, url, operator }: Pick<ConsolePageContext, "theme" | "url"> & { operator: Operator | null },
  title: string,
  status: number,
  content: Child,
): Promise<Response> {
  const { brand, stylesheet } = theme;
  const visit = { url, language: "en" as const, languageAsked: true };
  const page = (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{`${title} · ${brand.name} operator console`}</title>
        <link rel="stylesheet" href={stylesheet.path} />
        <link rel="icon" href="data:," />
      </head>
      <body>
        <header class="page-header">
          <div class="frame broad">
            <a class="brand" href="/">
              <bdi>{brand.name}</bdi>
            </a>
            <nav class="end" aria-label="Operator">
              <span>Operator console</span>
              {operator && (
                <span>
                  <bdi>{operator.who}</bdi>
                </span>
              )}
            </nav>
          </div>
        </header>
        <main id="content" class="frame broad">
          <div class="stack loose">
            <h1>{title}</h1>
            {content}
            {operator && <CommandLinks mayAct={operator.mayAct} />}
          </div>
        </main>
      </body>
    </html>
  );
  return pageResponse(page, { theme, visit, status });
}

function CommandLinks({ mayAct }: { mayAct: boolean }) {
  const commands = Object.entries<OperatorCommand>(COMMANDS).filter(([, { effect }]) => mayAct || effect === "read");
  return (
    <nav class="card stack tight" aria-label="Commands">
      {commands.map(([name, { title }]) => (
        <p>
          <a href={`/${name}`}>{name}</a> <span class="muted">{title}</span>
        </p>
      ))}
    </nav>
  );
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

/** The rows of an answer, with their columns as headings. */
function RowsTable({ caption, rows }: { caption: string; rows: ShownRow[] }) {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  if (rows.length === 0) return <p class="muted">None.</p>;
  return (
    <DataTable
      caption={caption}
      columns={columns.map((name) => ({ label: wordsOf(name) }))}
      rows={rows.map((row, at) => ({
        key: String(at),
        cells: columns.map((name) => <bdi>{cellText(row[name])}</bdi>),
      }))}
    />
  );
}

/** `sentAt` is “sent at”. */
function wordsOf(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).replaceAll("_", " ");
}

/** `scheduledWork` is “Scheduled work”. */
function headingOf(name: string): string {
  const words = wordsOf(name);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function cellText(value: ShownRow[string] | undefined): string {
  if (value === null || value === undefined || value === "") return "–";
  return typeof value === "boolean" ? (value ? "yes" : "no") : String(value);
}

interface CommandFormProps {
  context: ConsolePageContext;
  command: NamedCommand;
  sent: Record<string, string>;
}

function CommandForm({ context, command, sent }: CommandFormProps) {
  const isAct = command.effect === "act";
  const isConfirmed = command.effect === "act" && command.preview !== undefined;
  const fields: [string, FieldRule][] = [...Object.entries(command.fields), ...(isAct ? [REASON] : [])];
  if (fields.length === 0) return null;
  if (isAct && !context.operator.mayAct) return <p class="note">You may read here, and not act.</p>;
  return (
    <form class="card stack" method={isAct ? "post" : "get"} action={`/${command.name}`}>
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
