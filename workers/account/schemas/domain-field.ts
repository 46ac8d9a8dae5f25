import * as z from "zod";
import type { DomainField as Field } from "../../../shared/billing-contract/actions.ts";
import { cleaned } from "../../../shared/platform/plain-text.ts";

const TEXT_LENGTH = 500;

export const DomainField = z
  .object({
    name: z.string().describe("Its name in `fields`."),
    label: z.string(),
    type: z.enum(["text", "choice", "tickbox"]).describe("A tick box is `true` or `false`, as text."),
    required: z.boolean(),
    description: z.string().nullable(),
    options: z.array(z.object({ value: z.string(), label: z.string() })).nullable(),
    default: z.string().nullable(),
  })
  .meta({ id: "DomainField", description: "Something the registry asks for besides the usual." });

export function toDomainField(field: Field): z.output<typeof DomainField> {
  const { name, label, type, required, description, options } = field;
  return {
    name,
    label: cleaned(label.en, TEXT_LENGTH),
    type,
    required,
    description: description && cleaned(description.en, TEXT_LENGTH),
    options: options?.map((option) => ({ value: option.value, label: cleaned(option.label.en, TEXT_LENGTH) })) ?? null,
    default: field.default,
  };
}
