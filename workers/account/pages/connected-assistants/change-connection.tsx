import type { ConnectionSummary } from "../../../../durable-objects/connection/connection-port.ts";
import type { Narrowing } from "../../../../durable-objects/connection/narrowing.ts";
import { CHANGE_SCOPES, inOrder } from "../../../../shared/account-access/scopes.ts";
import { MessagePage } from "../../../../shared/pages/message-page.tsx";
import { pageResponse } from "../../../../shared/pages/page-response.ts";
import { linkTo } from "../../../../shared/pages/visit.ts";
import { log } from "../../../../shared/platform/log.ts";
import { inTurns } from "../../connections/in-turns.ts";
import { limitTexts } from "../components/limit-texts.ts";
import { checkLimit, isServiceWithin, readLimit, writeLimit } from "../limits.ts";
import { ASSISTANTS_PATH } from "../page-addresses.ts";
import type { AssistantsScene } from "./assistants-scene.ts";
import { backToList, listPage } from "./list-response.tsx";
import { listTexts } from "./list-texts.ts";
import { isLiving, ownConnection } from "./living-connections.ts";

/** Ends one connection of the login, at once. */
export async function disconnect(scene: AssistantsScene, form: URLSearchParams): Promise<Response> {
  const found = await ownConnection(scene, form.get("connection") ?? "");
  if (!found) return notFound(scene);
  try {
    await scene.connection(found.id).end("disconnected", scene.requestId);
  } catch (cause) {
    log("connection_unreachable", { request_id: scene.requestId, cause });
    const { title, notDisconnected } = listTexts[scene.visit.language].refusals;
    return listPage(scene, {
      status: 503,
      refusal: { title, errors: [{ field: null, text: notDisconnected(found.name) }] },
    });
  }
  return backToList(scene, { ended: found.id });
}

/** Ends every connection of the login. */
export async function disconnectAll(scene: AssistantsScene): Promise<Response> {
  const rows = await scene.index.alive(scene.signedIn.loginId);
  const ends = await inTurns(rows, ({ id }) => scene.connection(id).end("disconnected", scene.requestId));
  const failed = ends.filter(({ status }) => status === "rejected").length;
  if (failed === 0) return backToList(scene, { "ended-all": "" });
  const { title, notAllDisconnected } = listTexts[scene.visit.language].refusals;
  return listPage(scene, {
    status: 503,
    refusal: { title, errors: [{ field: null, text: notAllDisconnected(failed, rows.length) }] },
  });
}

/** Takes scopes of a connection away, or narrows its limit. */
export async function narrow(scene: AssistantsScene, form: URLSearchParams): Promise<Response> {
  const found = await ownConnection(scene, form.get("connection") ?? "");
  if (!found || !isLiving(found, scene.now())) return notFound(scene);
  const texts = listTexts[scene.visit.language].refusals;
  const limitWords = limitTexts[scene.visit.language];
  const refuse = (status: number, text: string) =>
    listPage(scene, { status, narrowing: found.id, refusal: { title: texts.title, errors: [{ field: null, text }] } });

  const ticked = form.getAll("scope");
  if (!ticked.every((scope) => scope === "account:read" || CHANGE_SCOPES.some((kind) => kind === scope))) {
    return refuse(400, texts.badScope);
  }
  const limits = form.getAll("limit");
  const limit = readLimit(limits[0] ?? writeLimit(found.limit));
  if (limits.length > 1 || !limit) return refuse(400, limitWords.missing);
  const named = await nameOf(scene, found, limit);
  if (named === "unavailable") return refuse(503, texts.billing);
  if (named === "outside") return refuse(400, limitWords.outside);

  const scopes = inOrder(["account:read", ...ticked]);
  const done = await scene.connection(found.id).narrow({ scopes, limit, ...named });
  return done ? backToList(scene, { narrowed: found.id }) : refuse(409, texts.wider);
}

/** What a limit is called, and within which domain name it is. One that stays as it is needs no billing system. */
async function nameOf(
  scene: AssistantsScene,
  { accountId, limit, limitName }: ConnectionSummary,
  to: ConnectionSummary["limit"],
): Promise<Pick<Narrowing, "limitName" | "within"> | "outside" | "unavailable"> {
  if (writeLimit(limit) === writeLimit(to)) return { limitName };
  const asker = { loginId: scene.signedIn.loginId, accountId, requestId: scene.requestId };
  const check = await checkLimit(scene.billing, asker, to);
  if (check.outcome !== "inside") return check.outcome;
  if (limit.kind !== "domain" || to.kind !== "service") return { limitName: check.name };
  const isWithin = await isServiceWithin(scene.billing, asker, to.id, limit);
  if (isWithin === null) return "unavailable";
  return { limitName: check.name, ...(isWithin && { within: limit.name }) };
}

/** The same for an id that was made up, another login's, and one that is forgotten. */
function notFound(scene: AssistantsScene): Response | Promise<Response> {
  const { theme, visit } = scene;
  const { title, what, next, back } = listTexts[visit.language].notFound;
  const page = (
    <MessagePage theme={theme} visit={visit} title={title} what={what} next={next}>
      <p class="links">
        <a href={linkTo(visit, ASSISTANTS_PATH)}>{back}</a>
      </p>
    </MessagePage>
  );
  return pageResponse(page, { ...scene, status: 404 });
}
