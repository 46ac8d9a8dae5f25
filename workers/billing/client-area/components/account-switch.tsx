import { ACCOUNT_PATH, areaLink } from "../area-paths.ts";
import type { OwnRequest } from "../area-request.ts";
import { areaTexts } from "../area-texts.ts";
import { FormToken } from "./form-token.tsx";

interface AccountSwitchProps {
  own: OwnRequest;
  /** Where it leads. */
  next: string;
  /** One line with the account that is looked at; else the others alone, as something to try. */
  isCompact?: boolean;
}

/** The account that is looked at, and a choice where the login manages several. */
export function AccountSwitch({ own, next, isCompact = false }: AccountSwitchProps) {
  const { accounts, account, visit } = own;
  const texts = areaTexts[visit.language];
  const others = accounts.filter(({ id }) => id !== account.id);
  if (others.length === 0) return isCompact ? <p class="muted">{nameOf(account)}</p> : null;
  const shown = isCompact ? accounts : others;
  return (
    <form class="field" method="post" action={areaLink(visit, ACCOUNT_PATH)}>
      <FormToken own={own} />
      <input type="hidden" name="next" value={next} />
      <label for="account">{isCompact ? texts.account : texts.otherAccount}</label>
      <div class="entry">
        <select id="account" name="account">
          {shown.map((choice) => (
            <option value={String(choice.id)} selected={choice.id === account.id}>
              {nameOf(choice)}
            </option>
          ))}
        </select>
        <button class="button" type="submit">
          {texts.switchAccount}
        </button>
      </div>
    </form>
  );
}

function nameOf({ id, name }: { id: number; name: string }): string {
  return `${name} (${id})`;
}
