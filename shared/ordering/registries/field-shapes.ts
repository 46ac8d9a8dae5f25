import type { DomainField } from "../../billing-contract/domain-orders.ts";
import type { Text } from "../../platform/language.ts";

/** A required choice. */
export function choice(
  name: string,
  label: Text,
  description: Text,
  options: [value: string, en: string, fr: string][],
): DomainField {
  return {
    name,
    label,
    type: "choice",
    required: true,
    description,
    options: options.map(([value, en, fr]) => ({ value, label: { en, fr } })),
    default: null,
  };
}

export function text(name: string, label: Text, description: Text, required = true): DomainField {
  return { name, label, type: "text", required, description, options: null, default: null };
}

/** A required tick box: the registrant's confirmation, of which the registry may ask for proof later. */
export function eligibility(description: Text): DomainField {
  return {
    name: "eligibility_confirmed",
    label: { en: "The registrant is eligible", fr: "Le titulaire est admissible" },
    type: "tickbox",
    required: true,
    description,
    options: null,
    default: null,
  };
}
