import type { CancellationStatement, CancellationTime } from "../../../../../shared/billing-contract/cancellation.ts";
import type { CustomerService } from "../../../../../shared/billing-contract/customer.ts";
import { Submit } from "../../../../../shared/pages/buttons.tsx";
import { FieldError, type FormError, fieldState } from "../../../../../shared/pages/error-summary.tsx";
import { formatDate } from "../../../../../shared/pages/formats.ts";
import { seeOther } from "../../../../../shared/pages/page-response.ts";
import { Tick } from "../../../../../shared/pages/tick.tsx";
import { type Confirmation, confirmed, showConfirmation } from "../../actions/confirmation.tsx";
import { actorQuery, areaLink, type ClientAreaForm, mayDo, type SignedInRequest } from "../../area-request.ts";
import { DONE, MISSING, pathOf } from "./service-address.ts";
import { serviceTexts } from "./service-texts.ts";

/** The field that selects when the service ends. */
export const WHEN = "when";
const TIMES = ["end_of_period", "immediately"] as const satisfies CancellationTime[];

/**
 * Returns the cancellation statement for each time at which a service can end. Returns only one if both times are on
 * the same day, and none if the login cannot cancel the service.
 */
export async function cancellationChoices(
  request: SignedInRequest,
  { id: serviceId, status, cancellation }: CustomerService,
): Promise<CancellationStatement[]> {
  if (!mayDo(request, "orders") || cancellation || (status !== "active" && status !== "suspended")) return [];
  const query = actorQuery(request, "products");
  const stated = await Promise.all(TIMES.map((when) => request.engine.stateCancellation(query, { serviceId, when })));
  const [atEnd, ...others] = stated.flatMap((statement) => (statement.ok ? [statement.value] : []));
  return others.filter(({ effectiveOn }) => effectiveOn === atEnd?.effectiveOn).length > 0 || !atEnd
    ? others
    : [atEnd, ...others];
}

interface CancelCardProps {
  request: SignedInRequest;
  service: CustomerService;
  choices: CancellationStatement[];
  errors: FormError[];
}

/** Renders the choice of when the service ends. */
export function CancelCard({ request, service, choices, errors }: CancelCardProps) {
  const { visit } = request;
  const { cancel } = serviceTexts[visit.language];
  return (
    <form class="card stack" method="get" action={pathOf(service.id, "/cancel")} aria-labelledby="cancel">
      <h2 id="cancel">{cancel.title(service.plan)}</h2>
      {visit.languageAsked && <input type="hidden" name="lang" value={visit.language} />}
      <fieldset id={WHEN} class="stack tight" tabindex={-1} {...fieldState(WHEN, errors)}>
        <legend class="only-heard">{cancel.when}</legend>
        <FieldError field={WHEN} errors={errors} />
        {choices.map(({ when, effectiveOn }) => (
          <Tick
            type="radio"
            id={when}
            name={WHEN}
            value={when}
            isRequired
            label={
              when === "immediately"
                ? cancel.times.immediately
                : cancel.times[when](formatDate(effectiveOn, visit.language))
            }
            consequences={[cancel.consequences[when]]}
          />
        ))}
      </fieldset>
      <p class="small muted">{cancel.note}</p>
      <div class="buttons">
        <Submit class="button danger" label={cancel.review} />
      </div>
    </form>
  );
}

/** Handles `GET /client-area/services/<id>/cancel?when=…`. The confirmation lists what the customer loses. */
export async function showCancellation(request: SignedInRequest, id: number): Promise<Response> {
  const when = timeOf(request);
  if (!when) return seeOther(areaLink(request.visit, pathOf(id), { [MISSING]: WHEN }));
  return showConfirmation(request, cancellation(request, id, when));
}

/** Handles `POST /client-area/services/<id>/cancel`. */
export async function cancel(request: ClientAreaForm, id: number): Promise<Response> {
  const when = timeOf(request);
  if (!when) return seeOther(areaLink(request.visit, pathOf(id)));
  return confirmed(request, cancellation(request, id, when), () =>
    seeOther(areaLink(request.visit, pathOf(id), { [DONE]: "cancel" })),
  );
}

function cancellation({ visit }: SignedInRequest, id: number, when: CancellationTime): Confirmation {
  const { cancel, backToService } = serviceTexts[visit.language];
  return {
    action: { operation: "cancelService", input: { id, when } },
    path: pathOf(id, "/cancel"),
    parameters: { [WHEN]: when },
    label: cancel.confirm[when],
    isDestructive: true,
    back: { label: backToService, path: pathOf(id) },
  };
}

function timeOf({ visit }: SignedInRequest): CancellationTime | undefined {
  return TIMES.find((time) => time === visit.url.searchParams.get(WHEN));
}
