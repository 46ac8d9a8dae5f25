import type { ConnectionSummary } from "../../../../durable-objects/connection/connection-port.ts";
import type { ResourceLimit } from "../../../../shared/billing-contract/call.ts";
import { pageResponse, seeOther } from "../../../../shared/pages/page-response.ts";
import { linkTo, visitWithout } from "../../../../shared/pages/visit.ts";
import { valueOrLogged } from "../../../../shared/platform/log.ts";
import { inBatches } from "../../connections/in-batches.ts";
import { askTexts } from "../components/ask-fields.tsx";
import { limitChoices } from "../limits.ts";
import { ASSISTANTS_PATH } from "../page-addresses.ts";
import type { AssistantsPageContext } from "../page-request.ts";
import { type ActiveConnections, activeConnections, ownConnection } from "./active-connections.ts";
import type { RefusedAsks } from "./connection-approvals.tsx";
import { ListPage, MAX_SEARCH_LENGTH, type RefusedForm, SEARCH } from "./list-page.tsx";
import { listTexts } from "./list-texts.ts";
import { choicesKey, freshPanel, type OfferedChoices, type TokenPanel } from "./token-input.ts";

/** What was done before the redirect to the list: one parameter of its address. */
type Done = { ended: string } | { "ended-all": "" } | { narrowed: string } | { asks: string } | { made: string };
const NOTICES = ["ended", "ended-all", "narrowed", "asks", "made"] as const;

interface ListOptions {
  status?: number;
  /** The token panel with the values of a refused form; absent: a fresh one. */
  panel?: TokenPanel;
  refusal?: RefusedForm;
  /** The connection whose narrowing was refused. */
  narrowing?: string;
  refusedAsks?: RefusedAsks;
}

/** Redirects to the list after a change, so that reloading repeats nothing (POST/redirect/GET). */
export function backToList({ visit }: AssistantsPageContext, done: Done): Response {
  return seeOther(linkTo(visit, `${ASSISTANTS_PATH}?${new URLSearchParams(done)}`));
}

/** The list, with what a form that was refused leaves on it. */
export async function showList(context: AssistantsPageContext, asked: ListOptions = {}): Promise<Response> {
  const search = (context.visit.url.searchParams.get(SEARCH) ?? "").trim().slice(0, MAX_SEARCH_LENGTH);
  const [active, panel, providerActs] = await Promise.all([
    activeConnections(context, search),
    asked.panel ?? freshPanel(context),
    context.providerActs.ofLogin(context.signedIn),
  ]);
  const [choices, notice] = await Promise.all([choicesFor(context, active, panel), noticeFor(context, active)]);
  const visit = NOTICES.reduce(visitWithout, context.visit);
  const page = (
    <ListPage
      context={{ ...context, visit }}
      active={active}
      providerActs={providerActs}
      search={search}
      panel={panel}
      isPanelOpen={asked.panel !== undefined || visit.url.searchParams.has("new-token")}
      choices={choices}
      notice={notice}
      refusal={asked.refusal ?? null}
      narrowing={asked.narrowing ?? null}
      refusedAsks={asked.refusedAsks ?? null}
    />
  );
  return pageResponse(page, { theme: context.theme, visit, status: asked.status ?? 200 });
}

/** The list above which stands why a form was refused. */
export function refuseForm(
  context: AssistantsPageContext,
  status: number,
  text: string,
  left: Pick<ListOptions, "narrowing" | "refusedAsks"> = {},
): Promise<Response> {
  const { title } = listTexts[context.visit.language].refusals;
  const errors = left.refusedAsks?.errors ?? [{ field: null, text }];
  return showList(context, { status, refusal: { title, errors }, ...left });
}

async function choicesFor(
  context: AssistantsPageContext,
  { groups }: ActiveConnections,
  panel: TokenPanel,
): Promise<OfferedChoices> {
  const wanted: { accountId: number; limit: ResourceLimit }[] = groups
    .flat()
    .filter(({ limit }) => limit.kind !== "service");
  if (panel.kind === "form") wanted.push({ accountId: panel.account.id, limit: { kind: "account" } });
  const once = new Map(wanted.map((one) => [choicesKey(one.accountId, one.limit), one]));
  const results = await inBatches([...once.values()], ({ accountId, limit }) =>
    limitChoices(context, accountId, limit),
  );
  return new Map(
    [...once.keys()].map((key, at) => {
      const result = results[at];
      return [key, result?.status === "fulfilled" ? result.value : null];
    }),
  );
}

/** What was done, read off the connection itself: an address cannot make the page say what is not so. */
async function noticeFor(context: AssistantsPageContext, active: ActiveConnections): Promise<string | null> {
  const { groups, unread, left } = active;
  const { searchParams } = context.visit.url;
  const { notices } = listTexts[context.visit.language];
  const [ended, all, narrowed, asks, made] = NOTICES.map((name) => searchParams.get(name));
  const listed = (id: string): ConnectionSummary | undefined => groups.flat().find((one) => one.id === id);
  if (ended) {
    const reading = ownConnection(context, ended);
    const found = await valueOrLogged("connection_unreachable", reading, { request_id: context.requestId });
    if (!found?.end) return null;
    return found.origin.kind === "token" ? notices.revoked(found.name) : notices.ended(found.name);
  }
  if (all !== null && groups.length + unread + left === 0) return notices.noneLeft;
  if (narrowed) {
    const found = listed(narrowed);
    return found ? notices.narrowed(found.name) : null;
  }
  if (asks) {
    const found = listed(asks);
    return found ? askTexts[context.visit.language].saved(found.name) : null;
  }
  if (made) {
    const found = listed(made);
    return found ? notices.made(found.name) : notices.madeUnnamed;
  }
  return null;
}
