import { TOKEN_FIELD } from "../../../../shared/pages/own-form.ts";
import type { OwnRequest } from "../area-request.ts";

/** Field with the account that a form was shown for: in another window another one may be looked at by now. */
export const SHOWN_ACCOUNT = "shown_account";

/** What every form of the area carries. */
export function FormToken({ own }: { own: OwnRequest }) {
  return (
    <>
      <input type="hidden" name={TOKEN_FIELD} value={own.session.formToken} />
      <input type="hidden" name={SHOWN_ACCOUNT} value={String(own.account.id)} />
    </>
  );
}
