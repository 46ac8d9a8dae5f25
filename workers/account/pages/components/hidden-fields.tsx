import { TOKEN_FIELD } from "../../../../shared/pages/form.ts";

/** The authorization that waits for the customer; nothing without one. */
export function PendingField({ pending }: { pending: string | null }) {
  return pending === null ? null : <input type="hidden" name="pending" value={pending} />;
}

interface HiddenFieldsProps {
  /** The session's form token. */
  token: string;
  /** Id of the pending authorization; null without one. */
  pending: string | null;
}

/** What every form of connecting carries. */
export function HiddenFields({ token, pending }: HiddenFieldsProps) {
  return (
    <>
      <input type="hidden" name={TOKEN_FIELD} value={token} />
      <PendingField pending={pending} />
    </>
  );
}
