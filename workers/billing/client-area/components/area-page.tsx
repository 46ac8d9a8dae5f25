import type { Child } from "hono/jsx";
import type { Permission } from "../../../../shared/billing-contract/call.ts";
import { parseDomainName } from "../../../../shared/domain-names/parse-domain.ts";
import { TOKEN_FIELD } from "../../../../shared/pages/form.ts";
import { formatMoney } from "../../../../shared/pages/formats.ts";
import { Layout } from "../../../../shared/pages/layout.tsx";
import { AREA_PATH, SIGN_OUT_PATH } from "../../../../shared/pages/sign-in/sign-in-address.ts";
import { linkTo } from "../../../../shared/pages/visit.ts";
import { type MinorUnits, toMajorUnits } from "../../../../shared/platform/money.ts";
import { areaLink, mayDo, PATHS, type SignedInRequest } from "../area-request.ts";
import { areaTexts } from "../area-texts.ts";

/** The linked pages, each with the permission that it needs; null: for every login. */
const SECTIONS = [
  ["overview", AREA_PATH, null],
  ["services", PATHS.services, "products"],
  ["domains", PATHS.domains, "domains"],
  ["invoices", PATHS.invoices, "invoices"],
  ["tickets", PATHS.tickets, "tickets"],
  ["assistants", "/connected-assistants", null],
  ["account", PATHS.account, null],
] as const satisfies [section: keyof typeof areaTexts.en, path: string, permission: Permission | null][];

interface AreaPageProps {
  request: SignedInRequest;
  title: string;
  /** Link above the title, to the list of a detail page. */
  back?: { label: string; path: string };
  /** Beside the title. */
  actions?: Child;
  children: Child;
}

/** The frame of a signed-in page: sections, the selected account, the content. */
export function AreaPage({ request, title, back, actions, children }: AreaPageProps) {
  const { theme, visit } = request;
  const texts = areaTexts[visit.language];
  return (
    <Layout theme={theme} visit={visit} title={title} width="wide" person={<Person request={request} />}>
      <AreaTabs request={request} />
      <div class="stack loose">
        <div class="stack tight">
          {back && (
            <p class="crumb">
              <a href={areaLink(visit, back.path)}>{back.label}</a>
            </p>
          )}
          <div class="title-row">
            <h1>{title}</h1>
            {actions && <p class="buttons">{actions}</p>}
          </div>
        </div>
        {children}
        {request.payment.isDemonstration && <p class="small faint not-printed">{texts.demonstration}</p>}
      </div>
    </Layout>
  );
}

/** The pages that the login may open in the selected account. */
function AreaTabs({ request }: { request: SignedInRequest }) {
  const { account, accounts, visit } = request;
  const texts = areaTexts[visit.language];
  const isIn = (path: string) =>
    visit.url.pathname === path || (path !== AREA_PATH && visit.url.pathname.startsWith(`${path}/`));
  return (
    <nav class="tabbed" aria-label={texts.sections}>
      <p class="small muted">
        <strong>{account.name}</strong> ({account.id})
        {accounts.length > 1 && visit.url.pathname !== AREA_PATH && (
          <>
            {" · "}
            <a href={areaLink(visit, AREA_PATH)}>{texts.changeAccount}</a>
          </>
        )}
      </p>
      <div class="tab-links">
        {SECTIONS.filter(
          ([section, , permission]) =>
            (permission === null || mayDo(request, permission)) && (section !== "tickets" || account.hasTickets),
        ).map(([section, path]) => (
          <a href={areaLink(visit, path)} aria-current={isIn(path) ? "page" : undefined}>
            {texts[section]}
          </a>
        ))}
      </div>
    </nav>
  );
}

/** Who has signed in, at the end of the header. */
export function Person({ request }: { request: SignedInRequest }) {
  const { visit, visitor, signedIn } = request;
  return (
    <>
      <bdi translate="no">{signedIn.email}</bdi>
      <form method="post" action={linkTo(visit, `${SIGN_OUT_PATH}?${new URLSearchParams({ to: AREA_PATH })}`)}>
        <input type="hidden" name={TOKEN_FIELD} value={visitor.formToken} />
        <button class="quiet" type="submit">
          {areaTexts[visit.language].signOut}
        </button>
      </form>
    </>
  );
}

/** Field with the account that a form was shown for: another one may be selected in another window by now. */
export const SHOWN_ACCOUNT = "shown_account";

interface AreaFormProps {
  request: SignedInRequest;
  class?: string;
  path: string;
  /** Of its address. */
  parameters?: Record<string, string>;
  novalidate?: boolean;
  "aria-labelledby"?: string;
  children: Child;
}

/** A form, with the hidden fields of each. */
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

/** Labels with their values, as a description list; null is left out. */
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

/** A domain name in Unicode form. */
export function readableName(name: string): string {
  const parsed = parseDomainName(name);
  return "refused" in parsed ? name : parsed.unicode;
}
