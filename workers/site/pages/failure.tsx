import { layoutTexts } from "../../../shared/pages/layout-texts.ts";
import { MessagePage } from "../../../shared/pages/message-page.tsx";
import { pageResponse } from "../../../shared/pages/page-response.ts";
import type { Theme } from "../../../shared/pages/theme.ts";
import { linkTo, samePage, type Visit } from "../../../shared/pages/visit.ts";
import { type Failure, failureTexts } from "./failure-texts.ts";

const STATUSES: Record<Failure, number> = {
  notFound: 404,
  foreignHost: 404,
  methodNotAllowed: 405,
  unavailable: 503,
  internalError: 500,
};

const RETRY_AFTER_S = "60";

export function failurePage(failure: Failure, theme: Theme, visit: Visit): Promise<Response> {
  const headers: Partial<Record<Failure, Record<string, string>>> = {
    methodNotAllowed: { Allow: "GET, HEAD" },
    unavailable: { "Retry-After": RETRY_AFTER_S },
  };
  const { title, what, next } = failureTexts[visit.language][failure];
  const isFault = STATUSES[failure] >= 500;
  const words = layoutTexts[visit.language];
  return pageResponse(
    <MessagePage theme={theme} visit={visit} title={title} what={what} next={next}>
      {failure !== "foreignHost" && (
        <p class="buttons">
          {!isFault && (
            <a class="button" href={linkTo(visit, "/developers")}>
              {words.developers}
            </a>
          )}
          <a class={isFault ? "button" : "button primary"} href={linkTo(visit, "/")}>
            {words.home}
          </a>
          {isFault && (
            <a class="button primary" href={samePage(visit, {})}>
              {words.again}
            </a>
          )}
        </p>
      )}
    </MessagePage>,
    { theme, visit, status: STATUSES[failure], headers: headers[failure] ?? {} },
  );
}
