import { TOKEN_FIELD } from "../../../../shared/pages/form.ts";
import { areaLink, PATHS } from "../area-paths.ts";
import type { SignedInRequest } from "../area-request.ts";
import { areaTexts } from "../area-texts.ts";

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

interface AccountSwitchProps {
  request: SignedInRequest;
  /** The page after the selection. */
  next: string;
  label: string;
}

/** Selects another account of the login; nothing if it has one. */
export function AccountSwitch({ request, next, label }: AccountSwitchProps) {
  const { accounts, account, visit } = request;
  const texts = areaTexts[visit.language];
  const others = accounts.filter(({ id }) => id !== account.id);
  if (others.length === 0) return null;
  return (
    <form class="field" method="post" action={areaLink(visit, PATHS.account)}>
      <FormToken request={request} />
      <input type="hidden" name="next" value={next} />
      <label for="account">{label}</label>
      <div class="entry">
        <select id="account" name="account">
          {others.map((choice) => (
            <option value={String(choice.id)}>{nameOf(choice)}</option>
          ))}
        </select>
        <button class="button primary" type="submit">
          {texts.switchAccount}
        </button>
      </div>
    </form>
  );
}

function nameOf({ id, name }: { id: number; name: string }): string {
  return `${name} (${id})`;
}
