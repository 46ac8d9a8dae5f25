import { FilledText, filled } from "../../../../shared/pages/filled-text.tsx";
import type { PageContext } from "../page-request.ts";
import { CustomerPage } from "./customer-page.tsx";
import { HiddenFields } from "./hidden-fields.tsx";
import { refusalText, type StopKind, stopTexts, stopWays } from "./stop-texts.ts";

export interface StopWay {
  way: Exclude<keyof (typeof stopWays)["en"], "told">;
  address: string;
  /** The host of a link that leaves this site. */
  host?: string;
}

export interface StopPageProps {
  context: PageContext;
  stop: StopKind;
  /** For `tooMany`: when to try again, in words. */
  when?: string;
  /** For `refusedRequest`: the reason code. */
  reason?: string;
  /** For `uncheckedError`: the error code of the redirect (RFC 6749 §4.1.2.1). */
  error?: string;
  /** Links to go on; the primary one first, which is shown last. */
  ways?: StopWay[];
  /** The form that ends the session. */
  signOut?: { token: string; pending: string | null; address: string };
}

/** A page that ends the flow: what happened, what was not done, what to do next. */
export function StopPage({ context, stop, when = "", reason, error, ways = [], signOut }: StopPageProps) {
  const { language } = context.visit;
  const { title, what, next } = stopTexts[language][stop];
  const words = stopWays[language];
  return (
    <CustomerPage context={context} title={title}>
      <div class="stack">
        <h1>{title}</h1>
        <p>{what}</p>
        <p class="muted">{filled(next, { when })}</p>
        {reason !== undefined && (
          <p class="note">
            {refusalText(reason)[language]} <code translate="no">{reason}</code>
          </p>
        )}
        {error !== undefined && (
          <p class="note">
            <FilledText text={words.told} fill={{ error: <code translate="no">{error}</code> }} />
          </p>
        )}
        {(ways.length > 0 || signOut) && (
          <div class="buttons">
            {signOut && (
              <form method="post" action={signOut.address}>
                <HiddenFields token={signOut.token} pending={signOut.pending} />
                <button class={ways.length === 0 ? "button primary" : "button"} type="submit">
                  {words.someoneElse}
                </button>
              </form>
            )}
            {ways.toReversed().map(({ way, address, host }) =>
              host === undefined ? (
                <a class={way === ways[0]?.way ? "button primary" : "button"} href={address}>
                  {words[way]}
                </a>
              ) : (
                <a class="button" href={address} rel="nofollow noreferrer">
                  {/* One item of the button: between items its spaces are lost. */}
                  <span>
                    <FilledText text={words[way]} fill={{ host: <bdi>{host}</bdi> }} />
                  </span>
                </a>
              ),
            )}
          </div>
        )}
      </div>
    </CustomerPage>
  );
}
