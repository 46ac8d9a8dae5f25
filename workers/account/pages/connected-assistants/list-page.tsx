import type { AreaFrame } from "../../../../shared/billing-contract/client-area.ts";
import type { LimitLists } from "../../../../shared/billing-contract/customer.ts";
import { AreaLayout, Person } from "../../../../shared/pages/area-layout.tsx";
import { Submit } from "../../../../shared/pages/buttons.tsx";
import { ConnectClients, connectingTexts } from "../../../../shared/pages/connecting/connect-clients.tsx";
import { serverEntry } from "../../../../shared/pages/connecting/server-entry.ts";
import { ErrorSummary, type FormError } from "../../../../shared/pages/error-summary.tsx";
import { formatDay } from "../../../../shared/pages/formats.ts";
import { SearchForm } from "../../../../shared/pages/search-form.tsx";
import { HISTORY_PATH } from "../../../../shared/pages/sign-in/sign-in-address.ts";
import { linkTo, type Visit } from "../../../../shared/pages/visit.ts";
import type { ProviderAct } from "../../connections/provider-acts.ts";
import { HiddenFields } from "../components/customer-page.tsx";
import { ASSISTANTS_PATH, areaAddress } from "../page-addresses.ts";
import type { AssistantsPageContext } from "../page-request.ts";
import type { ActiveConnections } from "./active-connections.ts";
import type { RefusedAsks } from "./connection-access.tsx";
import { ConnectionCard } from "./connection-card.tsx";
import { listTexts } from "./list-texts.ts";
import { TokenPanelView } from "./token-form.tsx";
import type { TokenPanel } from "./token-input.ts";

/** The state of a refused form, which the list shows again. */
export interface LeftByForm {
  status?: number;
  /** The token panel with the values of a refused form; absent if the panel starts empty. */
  panel?: TokenPanel;
  refusal?: { title: string; errors: FormError[] };
  /** The connection whose restriction was refused. */
  narrowing?: string;
  refusedAsks?: RefusedAsks;
}

interface ListPageProps {
  context: AssistantsPageContext;
  frame: AreaFrame | null;
  active: ActiveConnections;
  providerActs: ProviderAct[];
  /** The search text; empty if there is no search. */
  search: string;
  panel: TokenPanel;
  panelChoices: LimitLists | null;
  isPanelOpen: boolean;
  notice: string | null;
  left: LeftByForm;
}

/** Shows all connections, and the form for a new API token. */
export function ListPage(props: ListPageProps) {
  const { context, frame, active, providerActs, search, panel, panelChoices, isPanelOpen, notice } = props;
  const { refusal } = props.left;
  const { theme, visit, described, signedIn, formToken } = context;
  const texts = listTexts[visit.language];
  const { groups, unread, left, total: count } = active;
  const isEmpty = count === 0 && unread === 0;
  const isAlone = isEmpty && !isPanelOpen;
  return (
    <AreaLayout
      theme={theme}
      visit={visit}
      title={texts.title}
      frame={frame}
      person={<Person visit={visit} email={signedIn.email} formToken={formToken} />}
    >
      <div class="stack">
        {!frame && (
          <p class="crumb">
            <a href={areaAddress(context, described?.links.home ?? "")}>{texts.clientArea}</a>
          </p>
        )}
        <ErrorSummary title={refusal?.title} errors={refusal?.errors ?? []} />
        {notice && (
          <p class="note notice" role="status">
            {notice}
          </p>
        )}
        <div class="assistants-head">
          <div class="stack tight titles">
            <h1>{texts.title}</h1>
            <p class="muted">{described?.acts === false ? texts.leadReading : texts.lead}</p>
            {isEmpty && <p>{texts.empty}</p>}
            {described?.demonstration && <p class="muted small">{texts.demonstration}</p>}
          </div>
          <AddServer context={context} part="account" isAlone={isAlone} />
          <TokenPanelView {...{ context, panel, isOpen: isPanelOpen, isQuiet: isAlone }} choices={panelChoices} />
        </div>
        {(count >= MANY || search !== "") && (
          <ListTools context={context} search={search} found={groups.flat().length} total={count} />
        )}
        {unread > 0 && <p class="note">{texts.unread(unread)}</p>}
        <Groups {...props} />
        {frame && !isEmpty && (
          <p class="links">
            <a href={linkTo(visit, HISTORY_PATH)}>{texts.history(frame.account.name)}</a>
          </p>
        )}
        <DoneByProvider context={context} acts={providerActs} />
        <AddServer context={context} part="catalogue" />
        {left > 0 && <p class="note">{texts.left(left)}</p>}
        {count > 0 && <DisconnectAll context={context} count={count} />}
      </div>
    </AreaLayout>
  );
}

/** Groups the connections of one application under its name. */
function Groups({ context, active, left: { narrowing, refusedAsks } }: ListPageProps) {
  const { connections } = listTexts[context.visit.language];
  return active.groups.map((group) => {
    const [first] = group;
    const isGrouped = group.length > 1;
    const cards = group.map((connection) => (
      <ConnectionCard
        context={context}
        connection={connection}
        isGrouped={isGrouped}
        isNarrowing={connection.id === narrowing}
        refusedAsks={connection.id === refusedAsks?.id ? refusedAsks : undefined}
      />
    ));
    if (!isGrouped || !first) return cards;
    return (
      <section class="stack application" aria-labelledby={`application-${first.id}`}>
        <div class="names">
          <h2 id={`application-${first.id}`}>
            <bdi>{first.name}</bdi>
          </h2>
          <span class="muted small">{connections(group.length)}</span>
        </div>
        {cards}
      </section>
    );
  });
}

function DoneByProvider({ context, acts }: { context: AssistantsPageContext; acts: ProviderAct[] }) {
  const { theme, visit } = context;
  const { title, told } = listTexts[visit.language].byProvider;
  if (acts.length === 0) return null;
  return (
    <section class="note stack tight" aria-labelledby="by-provider">
      <h2 id="by-provider">{title(theme.brand.name)}</h2>
      {acts.map((act) => {
        const date = formatDay(new Date(act.at).toISOString(), visit.language);
        return <p>{act.act === "ended" ? told.ended(act.name, date) : told[act.act](date)}</p>;
      })}
    </section>
  );
}

function DisconnectAll({ context: { visit, formToken }, count }: { context: AssistantsPageContext; count: number }) {
  const { all } = listTexts[visit.language];
  return (
    <details class="disconnect-all" id={DISCONNECT_ALL}>
      <summary class="button danger">{all.title}</summary>
      <form class="card stack" method="post" action={linkTo(visit, ASSISTANTS_PATH)}>
        <HiddenFields token={formToken} />
        <p>{all.text(count)}</p>
        <p>
          <Submit class="button danger" name="action" value="disconnect_all" label={all.button} />
        </p>
      </form>
    </details>
  );
}

/** The number of connections at which the page begins to offer a search by name. */
const MANY = 6;

const DISCONNECT_ALL = "disconnect-all";

type ListToolsProps = Pick<ListPageProps, "context" | "search"> & { found: number; total: number };

/** Shows the search by name and the link to "disconnect all", above a long list. */
function ListTools({ context: { visit }, search, found, total }: ListToolsProps) {
  const texts = listTexts[visit.language].find;
  return (
    <search class="stack tight">
      <SearchForm visit={visit} path={ASSISTANTS_PATH} label={texts.label} button={texts.send} />
      {search !== "" && (
        <p class="muted" role="status">
          {texts.found(found, total)}
        </p>
      )}
      <p class="links">
        {search !== "" && <a href={linkTo(visit, ASSISTANTS_PATH)}>{texts.all}</a>}
        {total > 0 && <a href={`#${DISCONNECT_ALL}`}>{listTexts[visit.language].all.title}</a>}
      </p>
    </search>
  );
}

interface AddServerProps {
  context: AssistantsPageContext;
  /** The account's server is the page's main choice. The catalogue's server needs no account. */
  part: "catalogue" | "account";
  /** Whether nothing is connected yet, so that the page shows this part open. */
  isAlone?: boolean;
}

/** Shows "Connect an assistant" for the account's or the catalogue's server. */
function AddServer({ context: { theme, visit, addresses, described }, part, isAlone = false }: AddServerProps) {
  const isAccount = part === "account";
  const entry = serverEntry(theme.brand.name, part, isAccount ? addresses.accountMcp : addresses.catalogueMcp);
  const steps = (
    <div class="card stack">
      <ConnectClients server={entry} language={visit.language} />
      {isAccount && <AfterConnecting visit={visit} acts={described?.acts !== false} />}
    </div>
  );
  if (isAlone) return steps;
  return (
    <details class={isAccount ? "new-connection" : "connecting"} id={`add-${part}`}>
      <summary class={isAccount ? "button primary" : undefined}>{connectingTexts[visit.language].title[part]}</summary>
      {steps}
    </details>
  );
}

/** Shows the steps that connect the account's server, with example requests. */
function AfterConnecting({ visit: { language }, acts }: { visit: Visit; acts: boolean }) {
  const { steps, examples } = listTexts[language].connecting;
  return (
    <div class="pair">
      <ol class="steps stack">
        {[steps.choose, steps.paste, steps.signIn].map(({ title, text }) => (
          <li>
            <p class="strong">{title}</p>
            <p class="muted small">{text}</p>
          </li>
        ))}
      </ol>
      <section class="card sunk stack tight">
        <h2 class="label">{examples.title}</h2>
        <ul class="stack tight small">
          {[examples.renewals, examples.price, ...(acts ? [examples.records] : [])].map((example) => (
            <li>{example}</li>
          ))}
        </ul>
      </section>
    </div>
  );
}
