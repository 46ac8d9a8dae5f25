import { SETTLED_BY_PROVIDER } from "../../../../durable-objects/account/account-port.ts";
import { PROBLEMS } from "../../../../shared/api/definition/problems.ts";
import { formatAgo, formatInstant } from "../../../../shared/pages/formats.ts";
import type { Language } from "../../../../shared/platform/language.ts";
import type { AuditedCall, ConnectionActivity } from "../../connections/application-log.ts";
import type { AssistantsPageContext } from "../page-request.ts";
import { inSentence, labelOf } from "../scope-texts.ts";
import { type ListTexts, listTexts } from "./list-texts.ts";

interface ActivityProps {
  context: Pick<AssistantsPageContext, "visit" | "now">;
  activity: ConnectionActivity;
  heading: "h3" | "h4";
}

/** Shows the latest calls of a connection, newest first. */
export function Activity({ context: { visit, now }, activity, heading: Heading }: ActivityProps) {
  const { recent, hasMore, lacksActions } = activity;
  const { language } = visit;
  const texts = listTexts[language].did;
  return (
    <section class="stack tight">
      <Heading>{(lacksActions ? texts.reads : texts.some)(recent.length, hasMore)}</Heading>
      {lacksActions && <p class="note">{texts.lacksActions}</p>}
      {recent.length === 0 && !lacksActions && <p class="muted">{texts.nothingText}</p>}
      <ol class="timeline">
        {recent.map((entry) => (
          <li class={LOOKS[entry.outcome]}>
            <p>
              {labelOf(entry.operation, language) ?? <code translate="no">{entry.operation}</code>}
              {entry.target !== null && (
                <>
                  {" · "}
                  <bdi class="muted">{targetOf(entry.target, texts)}</bdi>
                </>
              )}
              {(entry.outcome !== "succeeded" || entry.code !== null) && ` · ${endOf(entry, language)}`}
            </p>
            <time datetime={entry.at} title={`${formatInstant(entry.at, language)} UTC`}>
              {formatAgo(entry.at, now(), language)}
            </time>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** The styles of the timeline's dots. */
const LOOKS = { succeeded: "done", in_progress: "waits", refused: undefined, failed: undefined };

function targetOf(target: string, texts: ListTexts["did"]): string {
  const [, kind = "", name = ""] = /^(\w+):(.+)$/.exec(target) ?? [];
  if (kind === "service") return texts.service(name);
  if (kind === "plan") return texts.plan(name);
  if (kind === "order") return texts.order(name);
  if (kind === "zone") return name.slice(name.indexOf("/") + 1);
  return name || target;
}

function endOf(entry: AuditedCall, language: Language): string {
  const { outcome, code } = entry;
  const { outcomes, approvals, because, settledByProvider } = listTexts[language].did;
  const approval = "approval" in entry ? entry.approval : null;
  if (approval) return approvals[approval];
  if (code === SETTLED_BY_PROVIDER) return because(outcomes[outcome], settledByProvider);
  if (outcome === "succeeded" || code === null) return outcomes[outcome];
  const problem = Object.entries(PROBLEMS).find(([known]) => known === code)?.[1];
  return because(outcomes[outcome], problem ? inSentence(problem.title[language]) : code);
}
