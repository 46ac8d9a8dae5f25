import { pageResponse, seeOther } from "../../../../shared/pages/page-response.ts";
import { searchOf } from "../../../../shared/pages/search-form.tsx";
import { linkTo, visitWithout } from "../../../../shared/pages/visit.ts";
import { valueOrLogged } from "../../../../shared/platform/log.ts";
import { frameOf } from "../area-frame.ts";
import { askTexts } from "../components/ask-fields.tsx";
import { rememberedChoices } from "../limits.ts";
import { ASSISTANTS_PATH } from "../page-addresses.ts";
import type { AssistantsPageContext } from "../page-request.ts";
import { type ActiveConnections, activeConnections, ownConnection } from "./active-connections.ts";
import { type LeftByForm, ListPage } from "./list-page.tsx";
import { listTexts } from "./list-texts.ts";
import { freshPanel } from "./token-input.ts";

/**
 * The completed changes. The redirect to the list names one as a query parameter, with the connection's id as its
 * value.
 */
const NOTICES = ["ended", "ended-all", "narrowed", "asks", "made"] as const;
type ListNotice = (typeof NOTICES)[number];

/** Redirects to the list after a change, so that reloading repeats nothing (POST/redirect/GET). */
export function backToList({ visit }: AssistantsPageContext, done: ListNotice, id = ""): Response {
  return seeOther(linkTo(visit, `${ASSISTANTS_PATH}?${new URLSearchParams({ [done]: id })}`));
}

/** Returns the list, with the state of a refused form if there is one. */
export async function showList(context: AssistantsPageContext, left: LeftByForm = {}): Promise<Response> {
  const search = searchOf(context.visit);
  const choicesIn = rememberedChoices(context);
  const [frame, active, panel, providerActs] = await Promise.all([
    frameOf(context, context.signedIn),
    activeConnections(context, choicesIn, search),
    left.panel ?? freshPanel(context),
    context.providerActs.ofLogin(context.signedIn),
  ]);
  const [panelChoices, notice] = await Promise.all([
    panel.kind === "form" ? choicesIn(panel.account.id, { kind: "account" }) : null,
    noticeFor(context, active),
  ]);
  const visit = NOTICES.reduce(visitWithout, context.visit);
  const page = (
    <ListPage
      {...{ frame, active, panel, panelChoices, providerActs, search, notice, left }}
      context={{ ...context, visit }}
      isPanelOpen={left.panel !== undefined || visit.url.searchParams.has("new-token")}
    />
  );
  return pageResponse(page, { theme: context.theme, visit, status: left.status ?? 200 });
}

/** Returns the list with the reason for a refused form. */
export function refuseForm(
  context: AssistantsPageContext,
  status: number,
  text: string,
  left: Pick<LeftByForm, "narrowing" | "refusedAsks"> = {},
): Promise<Response> {
  const { title } = listTexts[context.visit.language].refusals;
  const errors = left.refusedAsks?.errors ?? [{ field: null, text }];
  return showList(context, { status, refusal: { title, errors }, ...left });
}

/**
 * Returns the notice about a completed change. Except for `made`, a URL causes a notice only if it names one of the
 * login's connections or, for `ended-all`, if no connection is left.
 */
async function noticeFor(context: AssistantsPageContext, active: ActiveConnections): Promise<string | null> {
  const { searchParams } = context.visit.url;
  const { notices } = listTexts[context.visit.language];
  const done = NOTICES.find((name) => searchParams.has(name));
  const id = (done && searchParams.get(done)) ?? "";
  const listed = active.groups.flat().find((one) => one.id === id);
  if (done === "ended-all") return active.groups.length + active.unread + active.left === 0 ? notices.noneLeft : null;
  if (done === undefined || id === "") return null;
  switch (done) {
    case "ended": {
      const reading = ownConnection(context, id);
      const found = await valueOrLogged("connection_unreachable", reading, { request_id: context.requestId });
      if (!found?.end) return null;
      return found.origin.kind === "token" ? notices.revoked(found.name) : notices.ended(found.name);
    }
    case "narrowed":
      return listed ? notices.narrowed(listed.name) : null;
    case "asks":
      return listed ? askTexts[context.visit.language].saved(listed.name) : null;
    case "made":
      return listed ? notices.made(listed.name) : notices.madeUnnamed;
  }
}
