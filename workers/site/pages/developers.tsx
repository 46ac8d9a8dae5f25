import { SCOPES, type Scope, ZONES_SCOPE } from "../../../shared/account-access/scopes.ts";
import type { ProductLinesAnswer } from "../../../shared/catalogue-contract/answers.ts";
import { CodeBlock } from "../../../shared/pages/code-block.tsx";
import { serverEntry } from "../../../shared/pages/connecting/server-entry.ts";
import { Layout } from "../../../shared/pages/layout.tsx";
import { pageResponse } from "../../../shared/pages/page-response.ts";
import type { Theme } from "../../../shared/pages/theme.ts";
import { linkTo, type Visit } from "../../../shared/pages/visit.ts";
import type { Addresses } from "../../../shared/platform/addresses.ts";
import { takesChanges } from "../api-clients.ts";
import { type ApiReference, commonParameters, readReference } from "../api-reference.ts";
import { curl } from "../code-examples.ts";
import { AccountCallsSection, ActingSection, NoActingSection } from "../components/account-calls-sections.tsx";
import { AddressesSection } from "../components/addresses-section.tsx";
import { CallsSection, ChecksSection } from "../components/catalogue-calls-sections.tsx";
import { AddToClients, ApplicationSection, AssistantSection } from "../components/connecting-sections.tsx";
import { DiscoveryHead } from "../components/discovery-head.tsx";
import { EndpointsSection, type SummaryOf } from "../components/endpoints-section.tsx";
import { McpSection } from "../components/mcp-section.tsx";
import { ProblemTable } from "../components/problem-table.tsx";
import { RichParagraph } from "../components/rich-text.tsx";
import { DISCOVERY_LINKS } from "../discovery/discovery-links.ts";
import { pageMaxAge, type SitePageRequest } from "../page-request.ts";
import { PROBLEM_CODES } from "../problem-words.ts";
import { type AccountTexts, accountTexts } from "./account-texts.ts";
import { type DevelopersTexts, developersTexts } from "./developers-texts.ts";
import { failurePage } from "./failure.tsx";
import { readOnlyTexts } from "./read-only-texts.ts";

interface DevelopersPageProps {
  theme: Theme;
  visit: Visit;
  addresses: Addresses;
  catalogue: ApiReference;
  /** Null while the account does not answer. */
  account: ApiReference | null;
  /** Summaries of the catalogue's endpoints in the page's language; null while the catalogue does not answer. */
  index: ProductLinesAnswer | null;
  /** The account's provider takes no orders or changes. */
  isReadOnly: boolean;
  /** Those that a customer can give. */
  scopes: readonly Scope[];
}

/** While it is not known which can be given. */
const ALWAYS_GIVEN = SCOPES.filter((scope) => scope !== ZONES_SCOPE);

/** `/developers`: how to use the catalogue and the account, made from their OpenAPI documents. */
export async function developers({ context, visit, addresses, requestId }: SitePageRequest): Promise<Response> {
  const { theme } = context;
  const question = { requestId, origin: visit.url.origin, language: visit.language };
  const [catalogue, index, account, scopes] = await Promise.all([
    context.catalogue.openApi(question),
    context.catalogue.index(question),
    context.account.openApi(question),
    context.account.scopes(question),
  ]);
  if (!catalogue) return failurePage("unavailable", theme, visit);
  const page = (
    <DevelopersPage
      theme={theme}
      visit={visit}
      addresses={addresses}
      catalogue={readReference(catalogue.value)}
      account={account && readReference(account.value)}
      index={index?.value ?? null}
      isReadOnly={takesChanges(scopes) === false}
      scopes={scopes?.value ?? ALWAYS_GIVEN}
    />
  );
  return pageResponse(page, {
    theme,
    visit,
    maxAge: pageMaxAge([catalogue, index, account, scopes]),
    headers: DISCOVERY_LINKS,
  });
}

function DevelopersPage(props: DevelopersPageProps) {
  const { theme, visit, addresses, catalogue, account, index, isReadOnly, scopes } = props;
  const texts = developersTexts[visit.language];
  const readOnly = isReadOnly ? readOnlyTexts[visit.language] : null;
  const ofAccount = readOnly ?? accountTexts[visit.language];
  const assistants = `${addresses.auth}${linkTo(visit, "/connected-assistants")}`;
  const [catalogueServer, accountServer] = [
    serverEntry(theme.brand.name, "catalogue", addresses.catalogueMcp),
    serverEntry(theme.brand.name, "account", addresses.accountMcp),
  ];
  const { endpoints } = catalogue;
  const example = endpoints.find(({ exampleArguments }) => Object.keys(exampleArguments).length > 0) ?? endpoints[0];
  const inEnglish: SummaryOf = ({ summary }) => ({ text: summary, lang: "en" });
  const inLanguage: SummaryOf = (endpoint) => {
    const translated = index?.endpoints.find(({ path }) => path === endpoint.path);
    return translated ? { text: translated.description, lang: visit.language } : inEnglish(endpoint);
  };
  return (
    <Layout
      theme={theme}
      visit={visit}
      title={texts.title}
      head={<DiscoveryHead />}
      description={texts.lead}
      width="wide"
    >
      <div class="stack loose">
        <header class="stack tight hero">
          <h1>{texts.title}</h1>
          <p class="lead">{texts.lead}</p>
        </header>
        <Contents texts={texts} ofAccount={ofAccount} />
        <AddressesSection addresses={addresses} assistants={assistants} texts={texts.addresses} />
      </div>

      {example && (
        <CallsSection example={example.example} parameters={commonParameters(catalogue)} texts={texts} visit={visit} />
      )}
      <EndpointsSection
        id="endpoints"
        prefix=""
        title={texts.endpoints.title}
        none={texts.endpoints.none}
        reference={catalogue}
        unavailable=""
        summaryOf={inLanguage}
        texts={texts}
        visit={visit}
      />
      <ChecksSection catalogue={catalogue.server} texts={texts.checks} />
      <McpSection
        id="mcp"
        title={texts.mcp.title}
        text={texts.mcp.text}
        reference={catalogue}
        server={catalogueServer}
        summaryOf={inLanguage}
        texts={texts.mcp}
        visit={visit}
      >
        <AddToClients id="add-catalogue" server={catalogueServer} language={visit.language} />
      </McpSection>

      <AssistantSection
        server={accountServer}
        manage={assistants}
        texts={ofAccount.assistant}
        language={visit.language}
      />
      <ApplicationSection addresses={addresses} texts={ofAccount.application} />
      <AccountCallsSection base={addresses.base} server={accountServer} scopes={scopes} texts={ofAccount} />
      {readOnly ? (
        <NoActingSection title={ofAccount.acting.title} text={readOnly.notTaken} />
      ) : (
        <ActingSection base={addresses.base} texts={ofAccount.acting} />
      )}
      <EndpointsSection
        id="account-endpoints"
        prefix="account-"
        title={ofAccount.endpoints.title}
        none={ofAccount.endpoints.none}
        reference={account}
        unavailable={ofAccount.endpoints.unavailable}
        summaryOf={inEnglish}
        texts={texts}
        visit={visit}
      />
      <McpSection
        id="account-mcp"
        title={ofAccount.mcp.title}
        text={ofAccount.mcp.text}
        reference={account}
        server={accountServer}
        summaryOf={inEnglish}
        texts={texts.mcp}
        visit={visit}
      />

      <section class="section stack" aria-labelledby="problems">
        <h2 id="problems">{texts.problems.title}</h2>
        <div class="card stack">
          <RichParagraph>{texts.problems.text}</RichParagraph>
          <CodeBlock>{curl(`${catalogue.server}/nothing-here?lang=${visit.language}`)}</CodeBlock>
          <ProblemTable codes={PROBLEM_CODES} visit={visit} />
          <p class="links">
            <a href={linkTo(visit, "/problems")}>{texts.problems.all}</a>
          </p>
        </div>
      </section>

      <section class="section stack" aria-labelledby="versions">
        <h2 id="versions">{texts.versions.title}</h2>
        <div class="card">
          <RichParagraph>{texts.versions.text(catalogue.version)}</RichParagraph>
        </div>
      </section>
    </Layout>
  );
}

function Contents({ texts, ofAccount }: { texts: DevelopersTexts; ofAccount: AccountTexts }) {
  const { groups, brief } = texts;
  const sections: Record<string, Record<string, string>> = {
    [groups.catalogue]: {
      calls: brief.calls,
      endpoints: brief.endpoints,
      checks: texts.checks.title,
      mcp: brief.mcp,
    },
    [groups.account]: {
      assistants: ofAccount.assistant.title,
      applications: ofAccount.application.title,
      "account-calls": brief.calls,
      "api-tokens": ofAccount.tokens.title,
      acting: ofAccount.acting.title,
      "account-endpoints": brief.endpoints,
      "account-mcp": brief.mcp,
    },
    [groups.both]: {
      addresses: texts.addresses.title,
      problems: texts.problems.title,
      versions: texts.versions.title,
    },
  };
  return (
    <nav aria-label={texts.contents}>
      {Object.entries(sections).map(([group, titles]) => (
        <p class="links">
          <span class="muted">{group}</span>
          {Object.entries(titles).map(([id, title]) => (
            <a href={`#${id}`}>{title}</a>
          ))}
        </p>
      ))}
    </nav>
  );
}
