import type { Addresses } from "../../../shared/addresses.ts";
import { CodeBlock } from "../../../shared/pages/code-block.tsx";
import { Layout } from "../../../shared/pages/layout.tsx";
import { pageResponse } from "../../../shared/pages/page-response.ts";
import { RichText } from "../../../shared/pages/rich-text.tsx";
import type { Theme } from "../../../shared/pages/theme.ts";
import { linkTo, type Visit } from "../../../shared/pages/visit.ts";
import { type ApiReference, commonParameters, type Endpoint, readReference } from "../api-reference.ts";
import type { CatalogueIndex } from "../catalogue-answers.ts";
import { curl } from "../code-examples.ts";
import { AddressesSection } from "../components/addresses-section.tsx";
import { CallsSection } from "../components/calls-section.tsx";
import { ChecksSection } from "../components/checks-section.tsx";
import { EndpointCard } from "../components/endpoint-card.tsx";
import { McpSection } from "../components/mcp-section.tsx";
import { ProblemTable } from "../components/problem-table.tsx";
import { type PageRequest, pageMaxAge } from "../page-request.ts";
import { isProblemCode } from "../problem-words.ts";
import { developersTexts } from "./developers-texts.ts";
import { failurePage } from "./failure.tsx";

interface DevelopersPageProps {
  theme: Theme;
  visit: Visit;
  addresses: Addresses;
  reference: ApiReference;
  /** Summaries of the endpoints in the page's language; null while the catalogue does not answer. */
  index: CatalogueIndex | null;
}

/** `/developers`: how to use the catalogue, made from its OpenAPI document. */
export async function developers({ context: { theme, catalogue }, visit, addresses }: PageRequest): Promise<Response> {
  const question = { origin: visit.url.origin, language: visit.language };
  const [openApi, index] = await Promise.all([catalogue.openApi(question), catalogue.index(question)]);
  if (!openApi) return failurePage("unavailable", theme, visit);
  const reference = readReference(openApi.value);
  const page = (
    <DevelopersPage
      theme={theme}
      visit={visit}
      addresses={addresses}
      reference={reference}
      index={index?.value ?? null}
    />
  );
  return pageResponse(page, { theme, visit, maxAge: pageMaxAge([openApi, index]) });
}

function DevelopersPage({ theme, visit, addresses, reference, index }: DevelopersPageProps) {
  const texts = developersTexts[visit.language];
  const { endpoints } = reference;
  const common = commonParameters(reference);
  const commonNames = common.map(({ name }) => name);
  const example = endpoints.find(({ exampleArguments }) => Object.keys(exampleArguments).length > 0) ?? endpoints[0];
  const summaryOf = (endpoint: Endpoint) => {
    const translated = index?.endpoints.find(({ path }) => path === endpoint.path);
    return translated ? { text: translated.description, lang: visit.language } : { text: endpoint.summary, lang: "en" };
  };
  const sections = [
    ["addresses", texts.addresses.title],
    ["calls", texts.calls.title],
    ["endpoints", texts.endpoints.title],
    ["checks", texts.checks.title],
    ["mcp", texts.mcp.title],
    ["problems", texts.problems.title],
    ["versions", texts.versions.title],
  ];
  return (
    <Layout theme={theme} visit={visit} title={texts.title} description={texts.lead} width="wide">
      <div class="stack loose">
        <header class="stack tight hero">
          <h1>{texts.title}</h1>
          <p class="lead">{texts.lead}</p>
        </header>
        <nav class="links" aria-label={texts.contents}>
          {sections.map(([id, title]) => (
            <a href={`#${id}`}>{title}</a>
          ))}
        </nav>
        <AddressesSection addresses={addresses} texts={texts.addresses} />
      </div>

      {example && <CallsSection example={example.example} parameters={common} texts={texts} visit={visit} />}

      <section class="section stack" aria-labelledby="endpoints">
        <h2 id="endpoints">{texts.endpoints.title}</h2>
        {texts.reference && <p class="muted">{texts.reference}</p>}
        {endpoints.map((endpoint) => (
          <EndpointCard
            endpoint={endpoint}
            summary={summaryOf(endpoint)}
            parameters={endpoint.parameters.filter(({ name }) => !commonNames.includes(name))}
            texts={texts}
            visit={visit}
          />
        ))}
      </section>

      <ChecksSection catalogue={reference.server} texts={texts.checks} />

      <McpSection
        reference={reference}
        server={addresses.catalogueMcp}
        name={clientName(theme.brand.name)}
        summaryOf={summaryOf}
        texts={texts.mcp}
        visit={visit}
      />

      <section class="section stack" aria-labelledby="problems">
        <h2 id="problems">{texts.problems.title}</h2>
        <div class="card stack">
          <p>
            <RichText>{texts.problems.text}</RichText>
          </p>
          <CodeBlock>{curl(`${reference.server}/nothing-here?lang=${visit.language}`)}</CodeBlock>
          <ProblemTable codes={reference.problemCodes.filter(isProblemCode)} visit={visit} />
          <p class="links">
            <a href={linkTo(visit, "/problems")}>{texts.problems.all}</a>
          </p>
        </div>
      </section>

      <section class="section stack" aria-labelledby="versions">
        <h2 id="versions">{texts.versions.title}</h2>
        <div class="card">
          <p>
            <RichText>{texts.versions.text(reference.version)}</RichText>
          </p>
        </div>
      </section>
    </Layout>
  );
}

/** The provider's name as configuration files take it: `maple-hosting`. */
function clientName(brand: string): string {
  const plain = brand.normalize("NFKD").replace(/[^\p{L}\p{N}]+/gu, " ");
  return (
    plain
      .replace(/[^a-z0-9 ]/gi, "")
      .trim()
      .toLowerCase()
      .replace(/ +/g, "-") || "catalogue"
  );
}
