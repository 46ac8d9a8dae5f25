import type { Child } from "hono/jsx";
import type { ShownRow } from "../../../shared/operator-contract/answers.ts";
import { DataTable } from "../../../shared/pages/data-table.tsx";
import type { Theme } from "../../../shared/pages/theme.ts";
import type { Operator } from "../access/identify.ts";
import type { OperatorCommand } from "../commands/command.ts";
import { COMMANDS } from "../commands/command-table.ts";

interface ConsolePageProps {
  theme: Theme;
  title: string;
  /** Null where nobody was let in. */
  operator: Operator | null;
  children: Child;
}

/** The frame of the console's pages: the design of all pages, without links to other sites. */
export function ConsolePage({ theme: { brand, stylesheet }, title, operator, children }: ConsolePageProps) {
  return (
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
            <nav aria-label="Operator">
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
            {children}
            {operator && <CommandLinks mayAct={operator.mayAct} />}
          </div>
        </main>
      </body>
    </html>
  );
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

/** The rows of an answer, with their columns as headings. */
export function RowsTable({ caption, rows }: { caption: string; rows: ShownRow[] }) {
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
export function headingOf(name: string): string {
  const words = wordsOf(name);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function cellText(value: ShownRow[string] | undefined): string {
  if (value === null || value === undefined || value === "") return "–";
  return typeof value === "boolean" ? (value ? "yes" : "no") : String(value);
}
