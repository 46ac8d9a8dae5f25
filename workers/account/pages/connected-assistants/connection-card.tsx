import type { Child } from "hono/jsx";
import type { ConnectionSummary } from "../../../../durable-objects/connection/connection-port.ts";
import { initialOf } from "../../../../shared/pages/brand.ts";
import { Submit } from "../../../../shared/pages/buttons.tsx";
import { formatAgo, formatDay, formatInstant } from "../../../../shared/pages/formats.ts";
import { linkTo } from "../../../../shared/pages/visit.ts";
import type { Language } from "../../../../shared/platform/language.ts";
import { HiddenFields } from "../components/customer-page.tsx";
import { ASSISTANTS_PATH } from "../page-addresses.ts";
import type { AssistantsPageContext } from "../page-request.ts";
import { Access, EditAccess, type EditAccessProps } from "./connection-access.tsx";
import { Activity } from "./connection-activity.tsx";
import { OpenApprovals } from "./connection-approvals.tsx";
import { listTexts } from "./list-texts.ts";

interface ConnectionCardProps extends Omit<EditAccessProps, "language"> {
  context: AssistantsPageContext;
  isGrouped: boolean;
}

/**
 * Shows one connection: the application, open approvals, permissions, activity, and the form that changes or ends the
 * connection.
 */
export function ConnectionCard({ context, isGrouped, ...edited }: ConnectionCardProps) {
  const { connection } = edited;
  const { visit, formToken, now } = context;
  const { language } = visit;
  const texts = listTexts[language];
  const { id, name, origin, madeAt, lastUsedAt, limitName, accountName } = connection;
  const Heading = isGrouped ? "h3" : "h2";
  const heading = isGrouped ? "h4" : "h3";
  const isToken = origin.kind === "token";
  return (
    <form id={`connection-${id}`} class="card flush connection" method="post" action={linkTo(visit, ASSISTANTS_PATH)}>
      {/* The Enter key presses a form's first button, which must not end the connection. */}
      <button type="submit" name="action" value="save" hidden />
      <HiddenFields token={formToken} />
      <input type="hidden" name="connection" value={id} />
      <header>
        <span class="monogram" aria-hidden="true">
          {initialOf(name)}
        </span>
        <div>
          <div class="names">
            <Heading>
              <bdi>{name}</bdi>
            </Heading>
            <span class={origin.kind === "unverified" ? "chip waits" : "muted small"}>
              {originWords(connection, language)}
            </span>
          </div>
          <p class="muted small">
            {limitName !== null && (
              <>
                <bdi>{accountName}</bdi>
                {" · "}
              </>
            )}
            <time datetime={madeAt}>{(isToken ? texts.created : texts.connected)(formatDay(madeAt, language))}</time>
            {" · "}
            {lastUsedAt ? (
              <time datetime={lastUsedAt} title={`${formatInstant(lastUsedAt, language)} UTC`}>
                {texts.lastUsed(formatAgo(lastUsedAt, now(), language))}
              </time>
            ) : (
              texts.neverUsed
            )}
          </p>
        </div>
        <Submit
          class="button danger"
          name="action"
          value="disconnect"
          label={isToken ? texts.revoke : texts.disconnect}
          heard={name}
        />
      </header>
      <div class="stack">
        {connection.markedAt !== null && (
          <p class="note warning">{texts.marked(formatDay(connection.markedAt, language))}</p>
        )}
        <OpenApprovals approvals={connection.approvals} visit={visit} />
        <div class="pair">
          <Access context={context} connection={connection} heading={heading} />
          <Activity context={context} activity={connection.activity} heading={heading} />
        </div>
        <EditAccess {...edited} language={language} />
      </div>
    </form>
  );
}

function originWords({ origin, endsAt }: ConnectionSummary, language: Language): Child {
  const words = listTexts[language].origin;
  switch (origin.kind) {
    case "verified":
      return <bdi>{words.verified(origin.domain)}</bdi>;
    case "unverified":
      return origin.domain === undefined ? words.unverified : words.unverifiedAt(origin.domain);
    case "token":
      return words.token(`${origin.prefix}…${origin.lastFour}`, endsAt ? formatDay(endsAt, language) : "");
  }
}
