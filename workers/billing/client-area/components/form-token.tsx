import { TOKEN_FIELD } from "../../../../shared/pages/form.ts";
import type { SignedInRequest } from "../area-request.ts";

/** Field with the account that a form was shown for: another one may be selected in another window by now. */
export const SHOWN_ACCOUNT = "shown_account";

/** The hidden fields of every form. */
export function FormToken({ request }: { request: SignedInRequest }) {
  return (
    <>
      <input type="hidden" name={TOKEN_FIELD} value={request.session.formToken} />
      <input type="hidden" name={SHOWN_ACCOUNT} value={String(request.account.id)} />
    </>
  );
}
