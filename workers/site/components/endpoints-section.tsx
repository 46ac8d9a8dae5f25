import type { Visit } from "../../../shared/pages/visit.ts";
import { type ApiReference, commonParameters, type DescribedEndpoint } from "../api-reference.ts";
import type { DevelopersTexts } from "../pages/developers-texts.ts";
import { EndpointCard } from "./endpoint-card.tsx";

/** An endpoint's summary, with its language. */
export type SummaryOf = (endpoint: DescribedEndpoint) => { text: string; lang: string };

interface EndpointsSectionProps {
  /** The section's anchor; the endpoints' anchors begin with `prefix`. */
  id: string;
  prefix: string;
  title: string;
  /** Shown for an endpoint without parameters of its own. */
  none: string;
  /** Null while the API does not answer. */
  reference: ApiReference | null;
  /** Shown without a reference. */
  unavailable: string;
  summaryOf: SummaryOf;
  texts: DevelopersTexts;
  visit: Visit;
}

/** The endpoints of an API, one card each. */
export function EndpointsSection(props: EndpointsSectionProps) {
  const { id, prefix, title, none, reference, unavailable, summaryOf, texts, visit } = props;
  const common = reference ? commonParameters(reference).map(({ name }) => name) : [];
  return (
    <section class="section stack" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {reference ? (
        <>
          {texts.reference && <p class="muted">{texts.reference}</p>}
          {reference.endpoints.map((endpoint) => (
            <EndpointCard
              endpoint={endpoint}
              anchor={prefix + endpoint.id}
              summary={summaryOf(endpoint)}
              parameters={endpoint.parameters.filter(({ name }) => !common.includes(name))}
              none={none}
              texts={texts}
              visit={visit}
            />
          ))}
        </>
      ) : (
        <p class="card muted">{unavailable}</p>
      )}
    </section>
  );
}
