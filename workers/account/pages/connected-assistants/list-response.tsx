import type { ConnectionSummary } from "../../../../durable-objects/connection/connection-port.ts";
import type { Reach } from "../../../../shared/billing-contract/actor.ts";
import { pageResponse } from "../../../../shared/pages/page-response.ts";
import { linkTo, visitWithout } from "../../../../shared/pages/visit.ts";
import { log } from "../../../../shared/platform/log.ts";
import { inTurns } from "../../connections/in-turns.ts";
import { goOn } from "../answers.tsx";
import { limitChoices } from "../limits.ts";
import { ASSISTANTS_PATH } from "../page-addresses.ts";
import type { AssistantsScene } from "./assistants-scene.ts";
import { ListPage, type Refusal } from "./list-page.tsx";
import { listTexts } from "./list-texts.ts";
import { MAX_SEARCH_LENGTH, SEARCH } from "./list-tools.tsx";
import { type LivingConnections, livingConnections, ownConnection } from "./living-connections.ts";
import { choicesKey, freshPanel, type OfferedChoices, type TokenPanel } from "./token-panel.ts";

/** What was done before the page is shown; each value is a parameter of its address. */
type Done = { ended: string } | { "ended-all": "" } | { narrowed: string } | { made: string };
const NOTICES = ["ended", "ended-all", "narrowed", "made"] as const;

interface Asked {
  status?: number;
  /** The panel as a form left it; by itself it is fresh. */
  panel?: TokenPanel;
  refusal?: Refusal;
  /** The connection whose narrowing was refused. */
  narrowing?: string;
}

/** After something was done: to the list, where reloading does nothing again. */
export function backToList({ visit }: AssistantsScene, done: Done): Response {
  return goOn(linkTo(visit, `${ASSISTANTS_PATH}?${new URLSearchParams(done)}`));
}

/** The list, with what a form that was refused leaves on it. */
export async function listPage(scene: AssistantsScene, asked: Asked = {}): Promise<Response> {
  const search = (scene.visit.url.searchParams.get(SEARCH) ?? "").trim().slice(0, MAX_SEARCH_LENGTH);
  const [living, panel] = await Promise.all([livingConnections(scene, search), asked.panel ?? freshPanel(scene)]);
  const [choices, notice] = await Promise.all([choicesFor(scene, living, panel), noticeFor(scene, living)]);
  const visit = NOTICES.reduce(visitWithout, scene.visit);
  const page = (
    <ListPage
      scene={{ ...scene, visit }}
      living={living}
      search={search}
      panel={panel}
      isPanelOpen={asked.panel !== undefined || visit.url.searchParams.has("new-token")}
      choices={choices}
      notice={notice}
      refusal={asked.refusal ?? null}
      narrowing={asked.narrowing ?? null}
    />
  );
  return pageResponse(page, { theme: scene.theme, visit, status: asked.status ?? 200 });
}

async function choicesFor(
  scene: AssistantsScene,
  { groups }: LivingConnections,
  panel: TokenPanel,
): Promise<OfferedChoices> {
  const wanted: { accountId: number; limit: Reach }[] = groups.flat().filter(({ limit }) => limit.kind !== "service");
  if (panel.kind === "form") wanted.push({ accountId: panel.account.id, limit: { kind: "account" } });
  const once = new Map(wanted.map((one) => [choicesKey(one.accountId, one.limit), one]));
  const results = await inTurns([...once.values()], ({ accountId, limit }) =>
    limitChoices(scene.billing, { loginId: scene.signedIn.loginId, accountId, requestId: scene.requestId }, limit),
  );
  return new Map(
    [...once.keys()].map((key, at) => {
      const result = results[at];
      return [key, result?.status === "fulfilled" ? result.value : null];
    }),
  );
}

/** What was done, read off the connection itself: an address cannot make the page say what is not so. */
async function noticeFor(scene: AssistantsScene, living: LivingConnections): Promise<string | null> {
  const { groups, unread, left } = living;
  const { searchParams } = scene.visit.url;
  const { notices } = listTexts[scene.visit.language];
  const [ended, all, narrowed, made] = NOTICES.map((name) => searchParams.get(name));
  const listed = (id: string): ConnectionSummary | undefined => groups.flat().find((one) => one.id === id);
  if (ended) {
    const found = await ownConnection(scene, ended).catch((cause) => {
      log("connection_unreachable", { request_id: scene.requestId, cause });
      return null;
    });
    if (!found?.end) return null;
    return found.origin.kind === "token" ? notices.revoked(found.name) : notices.ended(found.name);
  }
  if (all !== null && groups.length + unread + left === 0) return notices.noneLeft;
  if (narrowed) {
    const found = listed(narrowed);
    return found ? notices.narrowed(found.name) : null;
  }
  if (made) {
    const found = listed(made);
    return found ? notices.made(found.name) : notices.madeUnnamed;
  }
  return null;
}
