import type { ContractCustomer } from "../customer.ts";
import type { Subject } from "../questions.ts";
import type { BillingUnderTest, SceneDomain, SceneService } from "../scene.ts";

/** The day on which the domain and the service of {@link subjectOf} are due. */
export const DUE = "2027-06-20";

/** Adds a registered domain and a paid service to the customer's account. */
export async function subjectOf(
  { scene }: BillingUnderTest,
  { query: { accountId } }: ContractCustomer,
  more: { service?: SceneService; domain?: Partial<SceneDomain> } = {},
): Promise<Subject> {
  const domain = `subject-${accountId}.ca`;
  const dates = { registeredOn: "2024-06-20", expiresOn: DUE };
  await scene.domain(accountId, { name: domain, ...dates, nextDueOn: DUE, renewalPrice: 1899, ...more.domain });
  scene.registered(domain, dates);
  const plan = { planId: "web-plus", billingCycle: "annually", price: 10_788, nextDueOn: DUE } as const;
  return { domain, serviceId: await scene.service(accountId, { ...plan, ...more.service }) };
}
