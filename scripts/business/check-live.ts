import { PATHS } from "../../workers/billing/client-area/area-request.ts";
import { PAYMENT_EVENTS } from "../../workers/billing/engine/payments/payment-events.ts";
import type { NamecomAccount } from "../../workers/billing/engine/registrar/namecom-api.ts";
import {
  accountBalance,
  registrationCosts,
  unmappedRequirements,
} from "../../workers/billing/engine/registrar/namecom-requirements.ts";
import type { RegistrarResult } from "../../workers/billing/engine/registrar/registrar.ts";
import { type StripeApi, VERSION } from "../../workers/billing/engine/stripe/stripe-api.ts";
import { CATALOGUE_FILE } from "../catalogue/catalogue.ts";
import type { Catalogue } from "../catalogue/catalogue-file.ts";
import { type Finding, ok, stop, warn } from "../findings.ts";

const WEEK_S = 7 * 86_400;
/** The balance, in US dollars, that is enough for about ten domain names. */
const LOW_FUNDS = 150;
const CHECK_CREDENTIALS = "check REGISTRAR_USER in provider.env and REGISTRAR_TOKEN in provider.secrets.env.";

interface WebhookEndpoint {
  url: string;
  status: string;
  api_version: string | null;
  enabled_events: string[];
}

/**
 * Checks the webhook endpoint and recent events at Stripe. The check changes nothing there.
 * @param origin the origin of the front door
 * @param now epoch seconds
 */
export async function checkStripe(api: StripeApi, origin: string, now: number): Promise<Finding[]> {
  const requestId = crypto.randomUUID();
  const url = origin + PATHS.paymentEvents;
  try {
    const { data } = await api.read<{ data: WebhookEndpoint[] }>("/v1/webhook_endpoints", { limit: 100 }, requestId);
    const events = await api.read<{ data: unknown[] }>(
      "/v1/events",
      { limit: 1, types: PAYMENT_EVENTS, created: { gte: now - WEEK_S } },
      requestId,
    );
    const endpoint = data.find((each) => each.url === url);
    return [
      endpoint
        ? checkEndpoint(endpoint)
        : stop(`Stripe has no webhook endpoint ${url}: add one (docs/deploy/payments.md).`),
      events.data.length > 0
        ? ok("Stripe has reported payments within the last week.")
        : warn("Stripe has reported no payment within the last week: pay once yourself, and refund it."),
    ];
  } catch (error) {
    return [
      stop(
        `Stripe does not answer with this key (${(error as Error).message}): check STRIPE_SECRET_KEY in provider.secrets.env.`,
      ),
    ];
  }
}

function checkEndpoint({ url, status, api_version, enabled_events }: WebhookEndpoint): Finding {
  if (status !== "enabled")
    return stop(`Stripe's webhook endpoint ${url} is ${status}: enable it in Stripe's dashboard.`);
  const missing = PAYMENT_EVENTS.filter((type) => !enabled_events.includes(type) && !enabled_events.includes("*"));
  if (missing.length > 0)
    return stop(
      `Stripe's webhook endpoint does not get ${missing.join(", ")}: add these events in Stripe's dashboard.`,
    );
  if (api_version !== VERSION)
    return warn(`Stripe's webhook endpoint has the version ${api_version ?? "of the account"}: ${VERSION} is tested.`);
  return ok("Stripe's webhook endpoint is set up, with every event.");
}

/** Checks the balance at the registrar, and compares the catalogue with the registrar's prices and requirements. */
export async function checkRegistrarAccount(
  account: NamecomAccount,
  { extensions }: Pick<Catalogue, "extensions">,
): Promise<Finding[]> {
  const balance = await accountBalance(account);
  if (!balance.ok) return [stop(`The registrar does not answer (${reasonOf(balance)}): ${CHECK_CREDENTIALS}`)];
  const costs = await registrationCosts(
    account,
    extensions.map(({ tld }) => tld),
  );
  if (!costs.ok) return [stop(`The registrar gives no prices (${reasonOf(costs)}): ${CHECK_CREDENTIALS}`)];
  const findings = [
    balance.value < LOW_FUNDS
      ? warn(`The registrar has ${balance.value.toFixed(2)} USD of yours: paid orders wait once it is used up.`)
      : ok(`The registrar has ${balance.value.toFixed(2)} USD of yours.`),
  ];
  for (const { tld, prices } of extensions) {
    const cost = costs.value.get(tld);
    const price = prices.USD && prices.USD.register / 100;
    if (cost === undefined)
      findings.push(stop(`${tld} is not sold by the registrar: remove it from ${CATALOGUE_FILE}.`));
    else if (price !== undefined && price < cost)
      findings.push(
        stop(
          `${tld} is sold below cost: ${price.toFixed(2)} USD, and it costs ${cost.toFixed(2)}: raise it in ${CATALOGUE_FILE}.`,
        ),
      );
    const missing = await unmappedRequirements(account, tld);
    if (!missing.ok) findings.push(warn(`What ${tld} requires is not known (${reasonOf(missing)}).`));
    else if (missing.value.length > 0)
      findings.push(
        stop(
          `${tld} requires fields that orders do not have (${missing.value.join(", ")}): remove it from ${CATALOGUE_FILE}.`,
        ),
      );
  }
  return findings;
}

function reasonOf<Value>(result: RegistrarResult<Value>): string {
  if (result.ok) return "";
  return "reason" in result.problem ? result.problem.reason : result.problem.kind;
}
