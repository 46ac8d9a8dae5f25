import type { ApprovalView } from "../../../../durable-objects/account/approvals/approval-port.ts";
import type { ConnectionSummary } from "../../../../durable-objects/connection/connection-port.ts";
import { CHANGE_SCOPES } from "../../../../shared/account-access/scopes.ts";
import { Submit } from "../../../../shared/pages/buttons.tsx";
import type { FormError } from "../../../../shared/pages/error-summary.tsx";
import { formatInstant } from "../../../../shared/pages/formats.ts";
import { byLanguage } from "../../../../shared/pages/french-typography.ts";
import type { Visit } from "../../../../shared/pages/visit.ts";
import type { Language } from "../../../../shared/platform/language.ts";
import { asksAbout, commandDefinitions, isWithin, operationsUnder } from "../../acting-operations.ts";
import { describeApproval } from "../../approvals/approval-words.ts";
import { AskFields, type AsksEntry, asksEntry, asksInWords, askTexts } from "../components/ask-fields.tsx";
import { approvalAddress } from "../page-addresses.ts";
import type { ListedConnection } from "./active-connections.ts";

const listedTexts = byLanguage({
  waiting: { en: "Waiting for your answer", fr: "En attente de votre réponse" },
  approved: { en: "Approved, not done yet", fr: "Approuvé, pas encore fait" },
  until: (instant: string) => ({ en: `open until ${instant}`, fr: `jusqu’au ${instant}` }),
});

/** A refused form about what is asked first. */
export interface RefusedAsks {
  id: string;
  entry: AsksEntry;
  errors: FormError[];
}

interface AskDetailsProps {
  connection: ConnectionSummary;
  refused: RefusedAsks | undefined;
  language: Language;
}

/** Prefix of the ids of the fields. */
export function askFieldsId(connectionId: string): string {
  return `ask-${connectionId}`;
}

/** What the customer approves before a connection does it, folded; null for one that changes nothing. */
export function AskDetails({ connection, refused, language }: AskDetailsProps) {
  const { id, name, scopes, operations, limit, asks, currency } = connection;
  const kinds = asksAbout(
    CHANGE_SCOPES.filter((scope) => scopes.includes(scope))
      .flatMap((scope) => operationsUnder(scope, operations ?? undefined))
      .filter((operation) => isWithin(limit, operation)),
  );
  if (kinds.length === 0) return null;
  return (
    <details open={refused !== undefined}>
      <summary>{asksInWords(asks, currency, language)}</summary>
      <div class="stack narrowing">
        <AskFields
          language={language}
          id={askFieldsId(id)}
          kinds={kinds}
          entry={refused?.entry ?? asksEntry(asks)}
          currency={currency}
          errors={refused?.errors ?? []}
        />
        <p>
          <Submit class="button" name="action" value="ask" label={askTexts[language].save} heard={name} />
        </p>
      </div>
    </details>
  );
}

/** What waits for the customer's answer, and what they approved that is not done yet: each with the way to its page. */
export function OpenApprovals({ connection: { approvals }, visit }: { connection: ListedConnection; visit: Visit }) {
  const { waiting, approved } = listedTexts[visit.language];
  const isApproved = ({ state }: ApprovalView) => state === "APPROVED";
  return (
    <>
      <Listed title={waiting} approvals={approvals.filter((approval) => !isApproved(approval))} visit={visit} />
      <Listed title={approved} approvals={approvals.filter(isApproved)} visit={visit} />
    </>
  );
}

function Listed({ title, approvals, visit }: { title: string; approvals: ApprovalView[]; visit: Visit }) {
  if (approvals.length === 0) return null;
  const { language } = visit;
  const { until } = listedTexts[language];
  return (
    <div class="note notice stack tight">
      <p class="strong">{title}</p>
      <ul class="stack tight">
        {approvals.map((approval) => (
          <li>
            <a href={approvalAddress(visit, approval)}>
              {approval.statement
                ? describeApproval(commandDefinitions[approval.statement.operation], approval.statement, language).title
                : approval.operation}
            </a>{" "}
            <span class="muted small">{until(`${formatInstant(approval.endsAt, language)} UTC`)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
