import type { Child } from "hono/jsx";
import type { CustomerService } from "../../../../shared/billing-contract/customer.ts";
import { parseDomainName } from "../../../../shared/domain-names/parse-domain.ts";
import { AreaLayout, Person } from "../../../../shared/pages/area-layout.tsx";
import { TOKEN_FIELD } from "../../../../shared/pages/form.ts";
import { formatMoney } from "../../../../shared/pages/formats.ts";
import { AREA_PATH } from "../../../../shared/pages/sign-in/sign-in-address.ts";
import { type MinorUnits, toMajorUnits } from "../../../../shared/platform/money.ts";
import { areaFrame } from "../area-frame.ts";
import { areaLink, PATHS, type SignedInRequest } from "../area-request.ts";
import { areaTexts } from "../area-texts.ts";

interface AreaPageProps {
  request: SignedInRequest;
  title: string;
  /** The link above the title, to the list that contains the item. */
  back?: { label: string; path: string };
  /** Status chips after the title. */
  status?: Child;
  /** Buttons and links next to the title. */
  actions?: Child;
  children: Child;
}

/** Renders a page for a signed-in customer, with the navigation and the selected account. */
export function AreaPage({ request, title, back, status, actions, children }: AreaPageProps) {
  const { theme, visit, accounts, account } = request;
  const texts = areaTexts[visit.language];
  const frame = areaFrame(accounts, account, visit.language);
  return (
    <AreaLayout theme={theme} visit={visit} title={title} frame={frame} person={<AreaPerson request={request} />}>
      <div class="stack loose">
        <div class="stack tight">
          {back && (
            <p class="crumb">
              <a href={areaLink(visit, back.path)}>{back.label}</a>
            </p>
          )}
          <div class="title-row">
            {status ? (
              <div class="chips">
                <h1>{title}</h1>
                <span class="chips not-printed">{status}</span>
              </div>
            ) : (
              <h1>{title}</h1>
            )}
            {actions && <p class="buttons">{actions}</p>}
          </div>
        </div>
        {children}
        {request.payment.isDemonstration && <p class="small faint not-printed">{texts.demonstration}</p>}
      </div>
    </AreaLayout>
  );
}

/** Renders the signed-in person at the end of the header. */
export function AreaPerson({ request: { visit, visitor, signedIn } }: { request: SignedInRequest }) {
  return <Person visit={visit} email={signedIn.email} formToken={visitor.formToken} goal={AREA_PATH} />;
}

/**
 * The field with the id of the account that a form was shown for. It is needed because the customer may have selected
 * another account in another window.
 */
export const SHOWN_ACCOUNT = "shown_account";

interface AreaFormProps {
  request: SignedInRequest;
  class?: string;
  path: string;
  /** The query parameters of the form's URL. */
  parameters?: Record<string, string>;
  novalidate?: boolean;
  "aria-labelledby"?: string;
  children: Child;
}

/** Renders a form with the hidden fields that every form needs. */
export function AreaForm({ request, class: kind, path, parameters, children, ...attributes }: AreaFormProps) {
  const { visit, visitor, account } = request;
  return (
    <form class={kind} method="post" action={areaLink(visit, path, parameters)} {...attributes}>
      <input type="hidden" name={TOKEN_FIELD} value={visitor.formToken} />
      <input type="hidden" name={SHOWN_ACCOUNT} value={String(account.id)} />
      {children}
    </form>
  );
}

interface AccountSwitchProps {
  request: SignedInRequest;
  /** The page to open after the selection. */
  next: string;
  label: string;
}

/** Renders the choice of another account. Renders nothing if the login has only one account. */
export function AccountSwitch({ request, next, label }: AccountSwitchProps) {
  const { accounts, account, visit } = request;
  const texts = areaTexts[visit.language];
  const others = accounts.filter(({ id }) => id !== account.id);
  if (others.length === 0) return null;
  return (
    <AreaForm request={request} class="field" path={PATHS.account}>
      <input type="hidden" name="next" value={next} />
      <label for="account">{label}</label>
      <div class="entry">
        <select id="account" name="account">
          {others.map((choice) => (
            <option value={String(choice.id)}>{`${choice.name} (${choice.id})`}</option>
          ))}
        </select>
        <button class="button" type="submit">
          {texts.switchAccount}
        </button>
      </div>
    </AreaForm>
  );
}

export type DescriptionItem = readonly [label: string, value: Child];

/** Renders labels with their values as a description list. Items that are `null` are omitted. */
export function DescriptionList({ items }: { items: (DescriptionItem | null)[] }) {
  return (
    <dl class="parameters">
      {items
        .filter((item) => item !== null)
        .map(([label, value]) => (
          <div>
            <dt class="muted">{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}

export function moneyOf({ account, visit }: SignedInRequest, amount: MinorUnits): string {
  return formatMoney(toMajorUnits(amount), account.currency, visit.language);
}

/** Returns the title of a service, such as `WordPress Start (shop.studio-ana.ca)`. */
export function serviceTitle({ plan, domain }: Pick<CustomerService, "plan" | "domain">): string {
  return domain ? `${plan} (${readableName(domain)})` : plan;
}

/** Returns a domain name in Unicode form. */
export function readableName(name: string): string {
  const parsed = parseDomainName(name);
  return "refused" in parsed ? name : parsed.unicode;
}
