import { TOKEN_FIELD } from "../../../../shared/pages/form.ts";

/** The authorization that waits for the customer; nothing without one. */
export function PendingField({ pending }: { pending: string | null }) {
  return pending === null ? null : <input type="hidden" name="pending" value={pending} />;
}

/** What every form of connecting carries: the session's form token, and the pending authorization. */
export function HiddenFields({ token, pending }: { token: string; pending: string | null }) {
  return (
    <>
      <input type="hidden" name={TOKEN_FIELD} value={token} />
      <PendingField pending={pending} />
    </>
  );
}
