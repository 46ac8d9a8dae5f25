import { FilledText } from "../../../../shared/pages/filled-text.tsx";
import { isLoopback } from "../../../../shared/platform/addresses.ts";
import type { Language } from "../../../../shared/platform/language.ts";
import type { ShownApplication } from "../page-request.ts";
import { journeyTexts } from "./journey-texts.ts";

const APPLICATION_SCHEME = /^[a-z][a-z0-9+.-]*:$/i;

interface ApplicationOriginProps {
  application: ShownApplication;
  language: Language;
  /** Warnings in one line: the consent page shows them in full. */
  isBrief?: boolean;
}

/** Who publishes an application, and where it redirects to; of an unverified one all of it is one warning. */
export function ApplicationOrigin(props: ApplicationOriginProps) {
  const { origin, returnsTo } = props.application;
  const { language, isBrief = false } = props;
  const texts = journeyTexts[language];
  const isScheme = APPLICATION_SCHEME.test(returnsTo);
  const isThisDevice = isScheme || isLoopback(returnsTo.replace(/:\d+$/, ""));
  const returns = isScheme ? texts.returnsToScheme : isThisDevice ? texts.returnsToLoopback : texts.returnsTo;
  const host = <bdi class="host">{returnsTo}</bdi>;
  return (
    <>
      {origin.kind === "verified" ? (
        <p class="muted">
          <FilledText text={texts.publishedBy} fill={{ domain: <bdi class="host">{origin.domain}</bdi> }} />
          {" · "}
          <FilledText text={returns} fill={{ host }} />
        </p>
      ) : isBrief ? (
        <p class="muted">
          <FilledText text={texts.unverifiedBrief} fill={{ host }} />
        </p>
      ) : (
        <div class="note unverified stack tight">
          <p class="warning strong">
            {origin.domain === undefined ? (
              texts.unverified
            ) : (
              <FilledText text={texts.unverifiedAt} fill={{ domain: <bdi class="host">{origin.domain}</bdi> }} />
            )}
          </p>
          <p class="returns">
            <FilledText
              text={texts.unverifiedReturns[isScheme ? "scheme" : isThisDevice ? "loopback" : "host"]}
              fill={{ host }}
            />
          </p>
          {isThisDevice && <p>{texts.ownDevice}</p>}
        </div>
      )}
      {origin.kind === "verified" && isThisDevice && !isBrief && <p>{texts.ownDevice}</p>}
    </>
  );
}
