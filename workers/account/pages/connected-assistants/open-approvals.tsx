import { formatInstant } from "../../../../shared/pages/formats.ts";
import type { Visit } from "../../../../shared/pages/visit.ts";
import { commandDefinitions } from "../../acting-operations.ts";
import { describeApproval } from "../../approvals/approval-words.ts";
import { approvalTexts } from "../approval/approval-texts.ts";
import { approvalAddress } from "../page-addresses.ts";
import type { ListedConnection } from "./active-connections.ts";

/** What waits for the customer's approval, each with the way to its page. */
export function OpenApprovals({ connection: { approvals }, visit }: { connection: ListedConnection; visit: Visit }) {
  if (approvals.length === 0) return null;
  const { language } = visit;
  const { waiting, approved, until } = approvalTexts[language].listed;
  return (
    <div class="note notice stack tight">
      <p class="strong">{waiting}</p>
      <ul class="stack tight">
        {approvals.map((approval) => (
          <li>
            <a href={approvalAddress(visit, approval)}>
              {approval.statement
                ? describeApproval(commandDefinitions, approval.statement, language).title
                : approval.operation}
            </a>{" "}
            <span class="muted small">
              {approval.state === "APPROVED" ? `${approved} · ` : ""}
              {until(`${formatInstant(approval.endsAt, language)} UTC`)}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
