import type { ApprovalView } from "../../../../durable-objects/account/approvals/approval-port.ts";
import { ButtonLink } from "../../../../shared/pages/buttons.tsx";
import { formatInstant } from "../../../../shared/pages/formats.ts";
import { byLanguage } from "../../../../shared/pages/french-typography.ts";
import type { Visit } from "../../../../shared/pages/visit.ts";
import { commandDefinitions } from "../../acting-operations.ts";
import { describeApproval } from "../../approvals/approval-words.ts";
import { approvalAddress } from "../page-addresses.ts";

const listedTexts = byLanguage({
  waiting: (title: string) => ({ en: `Waiting for you: ${title}`, fr: `En attente de votre réponse : ${title}` }),
  approved: (title: string) => ({ en: `Approved, not done yet: ${title}`, fr: `Approuvé, pas encore fait : ${title}` }),
  nothingYet: { en: "Nothing happens unless you approve.", fr: "Rien ne se fait sans votre accord." },
  until: (instant: string) => ({ en: `Open until ${instant}.`, fr: `Ouvert jusqu’au ${instant}.` }),
  review: { en: "Review", fr: "Examiner" },
});

/** Shows the approval requests that are undecided, or approved but not done yet. Each one links to its page. */
export function OpenApprovals({ approvals, visit }: { approvals: ApprovalView[]; visit: Visit }) {
  const { language } = visit;
  const { waiting, approved, nothingYet, until, review } = listedTexts[language];
  return (
    <>
      {approvals.map((approval) => {
        const isApproved = approval.state === "APPROVED";
        const title = approval.statement
          ? describeApproval(commandDefinitions[approval.statement.operation], approval.statement, language).title
          : approval.operation;
        const ends = until(`${formatInstant(approval.endsAt, language)} UTC`);
        return (
          <div class={isApproved ? "note with-action" : "note warning with-action"}>
            <div>
              <p>
                <strong>{(isApproved ? approved : waiting)(title)}</strong>
              </p>
              <p class="small">{isApproved ? ends : `${nothingYet} ${ends}`}</p>
            </div>
            <ButtonLink class="button" href={approvalAddress(visit, approval)} label={review} heard={title} />
          </div>
        );
      })}
    </>
  );
}
