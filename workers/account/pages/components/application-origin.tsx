import type { PendingAuthorization } from "../../../../durable-objects/session/session-port.ts";
import { FilledText } from "../../../../shared/pages/filled-text.tsx";
import { byLanguage } from "../../../../shared/pages/french-typography.ts";
import { isLoopback } from "../../../../shared/platform/addresses.ts";
import type { Language } from "../../../../shared/platform/language.ts";

const originTexts = byLanguage({
  publishedBy: { en: "Published by {domain}", fr: "Publiée par {domain}" },
  unverified: {
    en: "Its name is not verified: this application registered itself.",
    fr: "Son nom n’est pas vérifié : cette application s’est inscrite elle-même.",
  },
  unverifiedAt: {
    en: "Its name is not verified: it is described at {domain}, which does not vouch for it.",
    fr: "Son nom n’est pas vérifié : cette application est décrite sur {domain}, qui ne se porte pas garant d’elle.",
  },
  unverifiedBrief: {
    en: "Its name is not verified, and it will return you to {host}.",
    fr: "Son nom n’est pas vérifié, et elle vous renverra vers {host}.",
  },
  returns: {
    host: { en: "it will return you to {host}", fr: "elle vous renverra vers {host}" },
    loopback: {
      en: "it will return you to a program on this device ({host})",
      fr: "elle vous renverra vers un programme sur cet appareil ({host})",
    },
    scheme: {
      en: "it will return you to an application on this device ({host})",
      fr: "elle vous renverra vers une application sur cet appareil ({host})",
    },
  },
  unverifiedReturns: {
    host: { en: "It will return you to {host}.", fr: "Elle vous renverra vers {host}." },
    loopback: {
      en: "It will return you to a program on this device: {host}.",
      fr: "Elle vous renverra vers un programme sur cet appareil : {host}.",
    },
    scheme: {
      en: "It will return you to an application on this device: {host}.",
      fr: "Elle vous renverra vers une application sur cet appareil : {host}.",
    },
  },
  own: {
    en: "Continue only if you have just started this yourself.",
    fr: "Ne continuez que si la demande vient de vous.",
  },
  ownDevice: {
    en: "Continue only if you have just started this yourself, on this device.",
    fr: "Ne continuez que si vous venez de lancer vous-même cette opération sur cet appareil.",
  },
});

const APPLICATION_SCHEME = /^[a-z][a-z0-9+.-]*:$/i;

interface ApplicationOriginProps {
  application: Pick<PendingAuthorization, "name" | "origin" | "returnsTo">;
  language: Language;
  /** Whether to show warnings in one line. The consent page shows them in full. */
  isBrief?: boolean;
}

/**
 * Shows who publishes an application and where it redirects to. For an unverified application, both are shown as one
 * warning.
 */
export function ApplicationOrigin(props: ApplicationOriginProps) {
  const { origin, returnsTo } = props.application;
  const { language, isBrief = false } = props;
  const texts = originTexts[language];
  const isScheme = APPLICATION_SCHEME.test(returnsTo);
  const place = isScheme ? "scheme" : isLoopback(returnsTo.replace(/:\d+$/, "")) ? "loopback" : "host";
  const host = <bdi class="host">{returnsTo}</bdi>;
  return (
    <>
      {origin.kind === "verified" ? (
        <p class="muted">
          <FilledText text={texts.publishedBy} fill={{ domain: <bdi class="host">{origin.domain}</bdi> }} />
          {" · "}
          <FilledText text={texts.returns[place]} fill={{ host }} />
        </p>
      ) : isBrief ? (
        <p class="muted">
          <FilledText text={texts.unverifiedBrief} fill={{ host }} />
        </p>
      ) : (
        <p class="note unverified">
          <span class="warning strong">
            {origin.domain === undefined ? (
              texts.unverified
            ) : (
              <FilledText text={texts.unverifiedAt} fill={{ domain: <bdi class="host">{origin.domain}</bdi> }} />
            )}
          </span>{" "}
          <FilledText text={texts.unverifiedReturns[place]} fill={{ host }} />
          {` ${place === "host" ? texts.own : texts.ownDevice}`}
        </p>
      )}
      {origin.kind === "verified" && place !== "host" && !isBrief && <p>{texts.ownDevice}</p>}
    </>
  );
}
