/** A statement of a migration, as far as it decides which versions of the code can use the tables after it. */
export interface SchemaStatement {
  /**
   * `expanding`: the version before goes on. `contracting`: one that needs what is taken away does not. `refused`: the platform
   * applies no trigger. `unknown`: cannot be told.
   */
  kind: "expanding" | "contracting" | "refused" | "unknown";
  /** That it makes, changes or takes away; null where it names none. */
  table: string | null;
  /** What a line `-- contracts: <version>` above it names: the release since which no code needs what it takes away. */
  contracts: string | null;
  /** Its beginning, for messages. */
  text: string;
}

export interface MigrationFile {
  name: string;
  sql: string;
}

const CONTRACTS = /^(?:--|\/\/) contracts: (\S+)$/m;

/** @param before tables that were there before: a unique index on one of them refuses what the version before may write */
export function statementsIn(sql: string, before: ReadonlySet<string> = new Set()): SchemaStatement[] {
  return splitStatements(sql).map(({ code, comments }) => ({
    ...kindOf(code, before),
    contracts: CONTRACTS.exec(comments)?.[1] ?? null,
    text: code.slice(0, 60),
  }));
}

/**
 * What is wrong with the migrations of one database that no release has yet.
 * @param releases versions that are released
 */
export function migrationFaults(
  released: readonly MigrationFile[],
  unreleased: readonly MigrationFile[],
  releases: readonly string[],
): string[] {
  const before = new Set(released.flatMap(({ sql }) => tablesOf(statementsIn(sql), "expanding")));
  const all = unreleased.map(({ name, sql }) => ({ name, statements: statementsIn(sql, before) }));
  const expanded = new Set(all.flatMap(({ statements }) => tablesOf(statements, "expanding")));
  return all.flatMap(({ name, statements }) =>
    statements.flatMap((statement) => {
      const fault = faultOf(statement, expanded, releases);
      return fault ? [`${name}: ${statement.text}: ${fault}`] : [];
    }),
  );
}

/** What is wrong with a statement; null: nothing. @param expanded tables that the same release makes or widens */
export function faultOf(
  { kind, table, contracts }: SchemaStatement,
  expanded: ReadonlySet<string>,
  releases: readonly string[],
): string | null {
  switch (kind) {
    case "expanding":
      return null;
    case "refused":
      return "the platform applies no trigger of a migration; write what it would do where the table is written.";
    case "unknown":
      return "not known whether the version before goes on after it; use a statement that scripts/deployment/schema-changes.ts knows.";
    case "contracting":
      if (contracts === null)
        return "takes something away: name the release since which no code needs it, as -- contracts: <version>.";
      if (!releases.includes(contracts)) return `contracts ${contracts}, which is not released.`;
      if (table !== null && expanded.has(table))
        return `the same release makes or widens ${table}: one of the two goes with the next.`;
      return null;
  }
}

function tablesOf(statements: readonly SchemaStatement[], kind: SchemaStatement["kind"]): string[] {
  return statements.flatMap((one) => (one.kind === kind && one.table !== null ? [one.table] : []));
}

const NAME = String.raw`(?:IF (?:NOT )?EXISTS )?["'\`]?(\w+)`;
const FORMS: [form: RegExp, kind: SchemaStatement["kind"]][] = [
  [/^CREATE (?:TEMP(?:ORARY)? )?TRIGGER/i, "refused"],
  [new RegExp(`^CREATE TABLE ${NAME}`, "i"), "expanding"],
  [new RegExp(`^ALTER TABLE ${NAME}["'\`]? ADD\\b`, "i"), "expanding"],
  [new RegExp(`^ALTER TABLE ${NAME}["'\`]? (?:DROP|RENAME)\\b`, "i"), "contracting"],
  [new RegExp(`^DROP (?:TABLE|VIEW) ${NAME}`, "i"), "contracting"],
  [/^DROP (?:INDEX|TRIGGER) /i, "contracting"],
  [/^CREATE (?:INDEX|VIEW) /i, "expanding"],
  // What takes rows away takes them from the version before as well.
  [new RegExp(`^(?:WITH .*\\b)?(?:DELETE FROM|REPLACE INTO) ${NAME}`, "i"), "contracting"],
  [/^(?:INSERT|UPDATE|WITH) /i, "expanding"],
];

function kindOf(code: string, before: ReadonlySet<string>): Pick<SchemaStatement, "kind" | "table"> {
  const unique = /^CREATE UNIQUE INDEX .*? ON ["'`]?(\w+)/i.exec(code);
  if (unique) {
    const table = unique[1] ?? null;
    return { kind: table !== null && before.has(table) ? "contracting" : "expanding", table: null };
  }
  for (const [form, kind] of FORMS) {
    const match = form.exec(code);
    if (match) return { kind, table: match[1] ?? null };
  }
  return { kind: "unknown", table: null };
}

/** Statements with single blanks, and the comments above and in each. */
function splitStatements(sql: string): { code: string; comments: string }[] {
  const statements: { code: string; comments: string }[] = [];
  let code = "";
  let comments = "";
  for (const [token] of sql.matchAll(/--[^\n]*|'(?:[^']|'')*'|"[^"]*"|;|[^-'";]+|-/g)) {
    if (token.startsWith("--")) comments += `${token.trimEnd()}\n`;
    else if (token !== ";") code += token;
    else {
      if (code.trim() !== "") statements.push({ code: code.trim().replaceAll(/\s+/g, " "), comments });
      code = "";
      comments = "";
    }
  }
  if (code.trim() !== "") statements.push({ code: code.trim().replaceAll(/\s+/g, " "), comments });
  return statements;
}
