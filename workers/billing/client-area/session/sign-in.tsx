import { Layout } from "../../../../shared/pages/layout.tsx";
import { seeOther } from "../../../../shared/pages/page-response.ts";
import { showSignIn, submitSignIn } from "../../../../shared/pages/sign-in/sign-in.tsx";
import { SIGNED_OUT, type SignInJourney } from "../../../../shared/pages/sign-in/sign-in-journey.ts";
import { show, stopAt } from "../answers.tsx";
import {
  type AreaRequest,
  areaLink,
  type ClientAreaForm,
  nextOf,
  PATHS,
  type RequestInSession,
} from "../area-request.ts";
import { areaTexts } from "../area-texts.ts";

export async function showAreaSignIn(request: AreaRequest): Promise<Response> {
  const { session, sessions, visit } = request;
  if (session) return showSignIn(journeyOf({ ...request, session }));
  const started = await sessions.start();
  return showSignIn(journeyOf({ ...request, session: started }), { "Set-Cookie": sessions.cookie(started, visit.url) });
}

export function signIn(request: RequestInSession, form: URLSearchParams): Promise<Response> {
  return submitSignIn(journeyOf(request), form);
}

export async function signOut({ sessions, session, visit }: ClientAreaForm): Promise<Response> {
  await session.port.end();
  return seeOther(areaLink(visit, PATHS.signIn, { [SIGNED_OUT]: "1" }), sessions.noCookie(visit.url));
}

function journeyOf(request: RequestInSession): SignInJourney {
  const { visit, engine, theme, payment } = request;
  const asked = visit.url.searchParams.get("next");
  const target = nextOf(asked);
  const texts = areaTexts[visit.language].signInPage;
  /** The cart that an order link showed before the sign-in. */
  const isForOrder = target.startsWith(`${PATHS.cart}?`);
  return {
    ...request,
    request: request.httpRequest,
    billing: engine,
    address: (parameters) => areaLink(visit, PATHS.signIn, { ...(asked !== null && { next: target }), ...parameters }),
    target: areaLink(visit, target),
    passwordPage: {
      title: texts.title,
      heading: (
        <>
          <h1>{texts.title}</h1>
          <p class="muted">{isForOrder ? texts.leadToOrder : texts.lead}</p>
        </>
      ),
      signedOut: texts.signedOut,
      wayBack: isForOrder && (
        <a class="quiet" href={target}>
          {texts.backToOrder}
        </a>
      ),
    },
    show: (_, title, content, options) => {
      const { demonstration, demonstrationLogins } = areaTexts[visit.language];
      const page = (
        <Layout theme={theme} visit={visit} title={title} width="reading">
          <div class="card stack loose">{content}</div>
          {payment.isDemonstration && (
            <div class="below-card stack tight">
              <p>
                {demonstration} {demonstrationLogins}
              </p>
            </div>
          )}
        </Layout>
      );
      return show(request, page, options);
    },
    tooMany: (retryAfter) => stopAt(request, "tooMany", { retryAfter }),
  };
}
