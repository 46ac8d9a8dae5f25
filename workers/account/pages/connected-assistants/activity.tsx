import { PROBLEMS } from "../../../../shared/api/definition/problems.ts";
import { DataTable } from "../../../../shared/pages/data-table.tsx";
import { formatInstant } from "../../../../shared/pages/formats.ts";
import type { Language } from "../../../../shared/platform/language.ts";
import type { AuditedCall } from "../../connections/application-log.ts";
import type { ConnectionActivity } from "../../connections/connection-activity.ts";
import { inSentence, labelOf } from "../scope-texts.ts";
import { type ListTexts, listTexts } from "./list-texts.ts";

/** What a connection did last, folded. */
export function Activity({ activity, language }: { activity: ConnectionActivity; language: Language }) {
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
  return name || target;
}

function endOf({ outcome, code }: AuditedCall, language: Language): string {
  const { outcomes, because } = listTexts[language].did;
  if (outcome === "succeeded" || code === null) return outcomes[outcome];
  return because(outcomes[outcome], isProblem(code) ? inSentence(PROBLEMS[code].title[language]) : code);
}

function isProblem(code: string): code is keyof typeof PROBLEMS {
  return Object.hasOwn(PROBLEMS, code);
}
