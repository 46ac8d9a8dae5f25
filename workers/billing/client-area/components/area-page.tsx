import type { Child } from "hono/jsx";
import type { Permission } from "../../../../shared/billing-contract/call.ts";
import { Layout } from "../../../../shared/pages/layout.tsx";
import { AREA_PATH, areaLink, PATHS } from "../area-paths.ts";
import { mayDo, type SignedInRequest } from "../area-request.ts";
import { areaTexts } from "../area-texts.ts";
import { FormToken } from "./forms.tsx";

/** The linked pages, each with the permission that it needs. */
const SECTIONS = [
  ["services", "products"],
  ["domains", "domains"],
  ["invoices", "invoices"],
  ["tickets", "tickets"],
  ["paymentMethods", "invoices"],
  ["profile", "profile"],
] as const satisfies [section: keyof typeof PATHS, permission: Permission][];

interface AreaPageProps {
  request: SignedInRequest;
  title: string;
  /** Link above the title, to the list of a detail page. */
  back?: { label: string; path: string };
  children: Child;
}

/** The frame of a signed-in page: sections, the selected account, the content. */
export function AreaPage({ request, title, back, children }: AreaPageProps) {
  const { theme, visit } = request;
  const texts = areaTexts[visit.language];
  return (
    <Layout theme={theme} visit={visit} title={title} width="wide" person={<Person request={request} />}>
      <div class="stack loose">
        <nav class="stack tight" aria-label={texts.sections}>
          <ul class="chips">
            {SECTIONS.filter(([, permission]) => mayDo(request, permission)).map(([section]) => (
              <li>
                <a
                  class="chip"
                  href={areaLink(visit, PATHS[section])}
                  aria-current={visit.url.pathname === PATHS[section] ? "page" : undefined}
                >
                  {texts[section]}
                </a>
              </li>
            ))}
          </ul>
          <p class="muted">
            {request.account.name} ({request.account.id})
            {request.accounts.length > 1 && visit.url.pathname !== AREA_PATH && (
              <>
                {" · "}
                <a href={areaLink(visit, AREA_PATH)}>{texts.changeAccount}</a>
              </>
            )}
          </p>
        </nav>
        <div class="stack tight">
          {back && (
            <p class="links muted">
              <a href={areaLink(visit, back.path)}>{back.label}</a>
            </p>
          )}
          <h1>{title}</h1>
        </div>
        {children}
        {request.payment.isSandbox && <p class="small muted">{texts.demonstration}</p>}
      </div>
    </Layout>
  );
}

function Person({ request }: { request: SignedInRequest }) {
  const { visit, signedIn } = request;
  return (
    <>
      <span>
        <bdi translate="no">{signedIn.email}</bdi>
      </span>
      <form method="post" action={areaLink(visit, PATHS.signOut)}>
        <FormToken request={request} />
        <button class="quiet" type="submit">
          {areaTexts[visit.language].signOut}
        </button>
      </form>
    </>
  );
}
