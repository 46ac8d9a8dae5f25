import type { Child } from "hono/jsx";
import { pageResponse } from "../../../shared/pages/page-response.ts";
import { SearchForm } from "../../../shared/pages/search-form.tsx";
import type { Operator } from "../access/identify.ts";
import { COMMAND_GROUPS, isSent, MAX_TEXT, type OperatorCommand } from "../commands/command.ts";
import { COMMANDS, type OperatorCommandName } from "../commands/command-table.ts";
import type { OperatorContext } from "../composition.ts";

interface Frame extends Pick<OperatorContext, "theme"> {
  url: URL;
  /** The operator; `null` if they were not identified. */
  operator: Operator | null;
}

/**
 * Renders a page of the console: the search field, the command groups and the content. The page has no links to other
 * sites.
 */
export function framedPage(
  { theme, url, operator }: Frame,
  title: string,
  status: number,
  content: Child,
): Promise<Response> {
  const { brand, stylesheet } = theme;
  const visit = { url, language: "en" as const, languageAsked: false };
  const page = (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{`${title} · ${brand.name} console`}</title>
        <link rel="stylesheet" href={stylesheet.path} />
        <link rel="icon" href="data:," />
      </head>
      <body class="console">
        <a class="to-content" href="#content">
          To the content
        </a>
        <header class="page-header">
          <div class="frame broad">
            <a class="brand" href="/">
              <bdi>{brand.name}</bdi> Console
            </a>
            {operator && (
              <>
                <search>
                  <SearchForm
                    visit={visit}
                    path="/find"
                    label={COMMANDS.find.fields.q.label}
                    placeholder="E-mail, account, order, invoice, domain or request id"
                    button="Search"
                    maxLength={MAX_TEXT}
                  />
                </search>
                <div class="end">
                  <bdi>{operator.who}</bdi>
                </div>
              </>
            )}
          </div>
        </header>
        <div class="frame broad beside-pages">
          {operator && <Commands current={url.pathname} mayAct={operator.mayAct} />}
          <main id="content" class="stack loose" tabindex={-1}>
            {content}
          </main>
        </div>
      </body>
    </html>
  );
  return pageResponse(page, { theme, visit, status });
}

/** Commands in the menu "More", because they are rarely used or are reached from a row. */
const MORE: ReadonlySet<string> = new Set<OperatorCommandName>([
  ...(["action", "journal", "payment", "set-up-done", "set-up-failed", "refund", "resume-host"] as const),
  ...(["lift-registrations", "rotate", "call-off"] as const),
]);

function Commands({ current, mayAct }: { current: string; mayAct: boolean }) {
  const offered = Object.entries<OperatorCommand>(COMMANDS).filter(([, command]) => mayAct || !isSent(command));
  const linksOf = (group: string, isInMore: boolean) =>
    offered
      .filter(([name, command]) => command.group === group && name !== "find" && MORE.has(name) === isInMore)
      .map(([name, { label }]) => ({ address: name === "status" ? "/" : `/${name}`, label }));
  const linkTo = ({ address, label }: { address: string; label: string }) => (
    <a href={address} aria-current={address === current ? "page" : undefined}>
      {label}
    </a>
  );
  return (
    <nav class="side" aria-label="Commands">
      <details>
        <summary>Commands</summary>
        {COMMAND_GROUPS.map((group) => {
          const further = linksOf(group, true);
          return (
            <>
              <h2>{group}</h2>
              {linksOf(group, false).map(linkTo)}
              {further.length > 0 && (
                <details class="group" open={further.some(({ address }) => address === current)}>
                  <summary>More</summary>
                  {further.map(linkTo)}
                </details>
              )}
            </>
          );
        })}
      </details>
    </nav>
  );
}
