import { PROBLEMS, type ProblemCode } from "../../../shared/api/definition/problems.ts";
import { DataTable } from "../../../shared/pages/data-table.tsx";
import { typeset } from "../../../shared/pages/french-typography.ts";
import { linkTo, type Visit } from "../../../shared/pages/visit.ts";
import { problemTexts } from "../pages/problem-texts.ts";
import { nextMove } from "../problem-words.ts";

/** Problem codes by status, each with its meaning and a link to its page. */
export function ProblemTable({ codes, visit }: { codes: ProblemCode[]; visit: Visit }) {
  const texts = problemTexts[visit.language];
  const { list } = texts;
  return (
    <DataTable
      caption={list.title}
      columns={[{ label: list.code }, { label: list.status }, { label: list.meaning }, { label: list.retry }]}
      rows={codes
        .toSorted((one, other) => PROBLEMS[one].status - PROBLEMS[other].status)
        .map((code) => ({
          key: code,
          cells: [
            <a href={linkTo(visit, `/problems/${code}`)}>
              <code>{code}</code>
            </a>,
            PROBLEMS[code].status,
            typeset(PROBLEMS[code].title, visit.language),
            texts.again[nextMove(code)],
          ],
        }))}
    />
  );
}
