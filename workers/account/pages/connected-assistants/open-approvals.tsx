import type { ApprovalView } from "../../../../durable-objects/account/approvals/approval-port.ts";
import { formatInstant } from "../../../../shared/pages/formats.ts";
import type { Visit } from "../../../../shared/pages/visit.ts";
import { commandDefinitions } from "../../acting-operations.ts";
import { describeApproval } from "../../approvals/approval-words.ts";
import { approvalTexts } from "../approval/approval-texts.ts";
import { approvalAddress } from "../page-addresses.ts";
import type { ListedConnection } from "./active-connections.ts";

/** What waits for the customer's answer, and what they approved that is not done yet: each with the way to its page. */
export function OpenApprovals({ connection: { approvals }, visit }: { connection: ListedConnection; visit: Visit }) {
  const { waiting, approved } = approvalTexts[visit.language].listed;
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
  const { until } = approvalTexts[language].listed;
  return (
    <div class="note notice stack tight">
      <p class="strong">{title}</p>
      <ul class="stack tight">
        {approvals.map((approval) => (
          <li>
            <a href={approvalAddress(visit, approval)}>
              {approval.statement
                ? describeApproval(commandDefinitions, approval.statement, language).title
                : approval.operation}
            </a>{" "}
            <span class="muted small">{until(`${formatInstant(approval.endsAt, language)} UTC`)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
