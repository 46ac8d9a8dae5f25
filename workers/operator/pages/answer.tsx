import type { Child } from "hono/jsx";
import type { Cell, OperatorAnswer, ShownRow } from "../../../shared/operator-contract/answers.ts";
import { DataTable } from "../../../shared/pages/data-table.tsx";
import { isSent } from "../commands/command.ts";
import { COMMANDS } from "../commands/command-table.ts";
import { cellWords, columnLabel, filledColumns, isEmpty, isInstant, tableHeading } from "../commands/words.ts";
import { lookUpAddress, rowCommands } from "./row-links.ts";

interface AnswerProps {
  answer: OperatorAnswer;
  mayAct: boolean;
  /** The current time in epoch milliseconds. */
  now: number;
}

/**
 * Renders an answer: its notes, `counts` as tiles, a single row with many columns as a list, and all other rows as
 * tables.
 */
export function Answer({ answer: { tables, notes }, ...props }: AnswerProps) {
  const named = Object.entries(tables).filter(([, rows]) => rows.length > 0 || notes.length === 0);
  return (
    <>
      {notes.map((note) => (
        <p class="note">{note}</p>
      ))}
      {named.map(([name, rows]) =>
        name === "counts" ? (
          <Tiles counts={rows} />
        ) : (
          <div class="card flush">
            <header>
              <h2 id={`table-${name}`}>{tableHeading(name)}</h2>
            </header>
            <Rows {...props} name={name} rows={rows} />
          </div>
        ),
      )}
    </>
  );
}

/** Renders the number of waiting items of each kind. Numbers above zero come first and are highlighted. */
function Tiles({ counts }: { counts: ShownRow[] }) {
  const isQuiet = ({ count }: ShownRow) => count === 0;
  return (
    <>
      {[counts.filter((row) => !isQuiet(row)), counts.filter(isQuiet)].map((some) => (
        <div class="tiles">
          {some.map(({ what, count, see }) => {
            const kind = count === 0 ? "tile ok" : "tile waits";
            const words = [<strong>{count}</strong>, ` ${what}`];
            return see ? (
              <a class={kind} href={see === "status" ? "/" : `/${see}`}>
                {words}
              </a>
            ) : (
              <div class={kind}>{words}</div>
            );
          })}
        </div>
      ))}
    </>
  );
}

/**
 * Columns that are shown below another column, each with a list of candidates. The first candidate that the table has
 * is used.
 */
const BELOW: Record<string, string[]> = {
  connection: ["name", "login"],
  application: ["name"],
  company: ["name"],
  target: ["operation", "kind"],
  reference: ["operation"],
  subject: ["act", "command"],
  status: ["outcome"],
  code: ["outcome"],
  result: ["outcome"],
  who: ["at"],
  why: ["endsAt", "endedAt", "problem", "failedAt"],
  endedAt: ["endsAt"],
  lastUsedAt: ["madeAt"],
  nextTryAt: ["waitsFor"],
  runbook: ["waitsFor"],
  requestId: ["at", "failedAt"],
  request_id: ["at"],
};

/** Returns the columns of a table, each with the columns that are shown below it. */
function placedColumns(columns: string[]): { column: string; below: string[] }[] {
  const upperOf = (column: string) => BELOW[column]?.find((upper) => columns.includes(upper));
  return columns
    .filter((column) => upperOf(column) === undefined)
    .map((column) => ({ column, below: columns.filter((lower) => upperOf(lower) === column) }));
}

/** The minimum number of columns at which a single row is shown as a list. */
const MANY_COLUMNS = 9;

function Rows({ name, rows, mayAct, now }: Omit<AnswerProps, "answer"> & { name: string; rows: ShownRow[] }) {
  const columns = filledColumns(rows);
  const placed = placedColumns(columns);
  const [only] = rows;
  if (!only) return <p class="muted">None.</p>;
  const cellOf = (row: ShownRow, column: string) => <Value column={column} row={row} now={now} />;
  if (rows.length === 1 && placed.length >= MANY_COLUMNS)
    return (
      <div class="stack">
        <dl class="parameters">
          {columns.map((column) => (
            <div>
              <dt class="muted">{columnLabel(column)}</dt>
              <dd>{cellOf(only, column)}</dd>
            </div>
          ))}
        </dl>
        <RowCommands table={name} row={only} mayAct={mayAct} />
      </div>
    );
  const hasCommands = rows.some((row) => rowCommands(name, row).length > 0);
  return (
    <section class="wide" aria-labelledby={`table-${name}`} tabindex={0}>
      <DataTable
        caption={tableHeading(name)}
        columns={[
          ...placed.map(({ column }) => ({ label: columnLabel(column) })),
          ...(hasCommands ? [{ label: "Commands", heard: true, whole: true }] : []),
        ]}
        rows={rows.map((row, at) => ({
          key: String(at),
          cells: [
            ...placed.map(({ column, below }) => (
              <div>
                {cellOf(row, column)}
                {below
                  .filter((lower) => !isEmpty(row[lower]))
                  .map((lower) => (
                    <small class="below">
                      <span class={isInstant(row[lower]) ? undefined : "only-heard"}>{columnLabel(lower)} </span>
                      {cellOf(row, lower)}
                    </small>
                  ))}
              </div>
            )),
            ...(hasCommands ? [<RowCommands table={name} row={row} mayAct={mayAct} />] : []),
          ],
        }))}
      />
    </section>
  );
}

function RowCommands({ table, row, mayAct }: { table: string; row: ShownRow; mayAct: boolean }) {
  const offered = rowCommands(table, row).filter(({ command }) => mayAct || !isSent(COMMANDS[command]));
  if (offered.length === 0) return null;
  return (
    <span class="links">
      {offered.map(({ command, address }) => (
        <a href={address}>
          {COMMANDS[command].label.split(" ")[0]}
          {isSent(COMMANDS[command]) && "…"}
        </a>
      ))}
    </span>
  );
}

/** Columns whose values are ids, which are shown in code style. */
const IDS = new Set([
  "connection",
  "application",
  "reference",
  "requestId",
  "request_id",
  "erasure",
  "subject",
  "target",
  "repeat",
]);

const CHIPS = new Set(["state", "status", "outcome", "problem"]);
/** The colour of a state, by its text. */
const TONES: Record<string, string> = {
  ...{ succeeded: "ok", done: "ok", active: "ok", completed: "ok" },
  ...{ refused: "waits", "order refused": "waits", "order retried": "waits" },
  ...{
    failed: "bad",
    stuck: "bad",
    "mail failed": "bad",
    "scheduled work failed": "bad",
    "act of an operator failed": "bad",
  },
};

/**
 * Renders a value. A time is shown as its distance from now, and exactly on hover. An id with a lookup is a link to
 * that lookup.
 */
function Value({ column, row, now }: { column: string; row: ShownRow; now: number }): Child {
  const value: Cell | undefined = row[column];
  const words = cellWords(column, value, now);
  if (isInstant(value))
    return (
      <time datetime={String(value)} title={String(value)}>
        {words}
      </time>
    );
  if (isEmpty(value)) return <span class="none">{words}</span>;
  const tone = CHIPS.has(column) ? TONES[words] : undefined;
  if (tone) return <span class={`chip ${tone}`}>{words}</span>;
  // A value may list several logins or accounts, separated by spaces.
  const parts = /^\d+(?: \d+)+$/.test(words) ? words.split(" ") : [words];
  return (
    <>
      {parts.map((part, at) => [
        at > 0 && " ",
        <Linked
          address={lookUpAddress(column, part, row)}
          text={part}
          label={IDS.has(column) ? columnLabel(column) : null}
        />,
      ])}
    </>
  );
}

/** The length above which a text may wrap. */
const LONG = 40;

/** Renders a value, as a link if it has a URL. @param label the label of an id; `null` if the value is not an id */
function Linked({ address, text, label }: { address: string | null; text: string; label: string | null }) {
  const shown = label ? (
    <code class="id" title={`${label}: ${text}`}>
      {text}
    </code>
  ) : (
    <bdi class={text.length > LONG ? "long" : undefined}>{text}</bdi>
  );
  return address === null ? shown : <a href={address}>{shown}</a>;
}
