import type { DomainField } from "../../billing-contract/domain-orders.ts";
import type { Text } from "../../platform/language.ts";
import type { InvalidMember } from "../refusals.ts";
import type { RegistryRule } from "./registrant-rules.ts";

const TEXT_LENGTH = 200;

/**
 * The invalid ones of the registry's extra fields: missing, unknown, or with an invalid value. A required tick box must be ticked.
 * @param dependent a field that some values of another one require
 */
export function refusedFields(
  wanted: DomainField[],
  given: Record<string, string>,
  dependent?: RegistryRule["dependent"],
): InvalidMember[] {
  const needed = dependent?.values.includes(given[dependent.on] ?? "") ? dependent.field : null;
  const asked = wanted.map((field) => (field.name === needed ? { ...field, required: true } : field));
  const known = new Set(wanted.map(({ name }) => name));
  const unknown = Object.keys(given)
    .filter((name) => !known.has(name))
    .map((name) => ({
      pointer: `/fields/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`,
      message: { en: "is not a field of this registry", fr: "n’est pas un champ de ce registre" },
    }));
  const bad = asked.flatMap((field) => {
    const message = Object.hasOwn(given, field.name)
      ? fieldError(field, given[field.name] ?? "")
      : requiredError(field);
    return message ? [{ pointer: `/fields/${field.name}`, message }] : [];
  });
  return [...unknown, ...bad];
}

function requiredError({ required }: DomainField): Text | null {
  return required ? { en: "is required by the registry", fr: "est exigé par le registre" } : null;
}

function fieldError(field: DomainField, value: string): Text | null {
  switch (field.type) {
    case "tickbox":
      if (value !== "true" && value !== "false")
        return { en: 'must be "true" or "false"', fr: "doit être « true » ou « false »" };
      return value === "false" && field.required ? { en: "must be ticked", fr: "doit être coché" } : null;
    case "choice": {
      const values = (field.options ?? []).map((option) => option.value);
      if (values.includes(value)) return null;
      return { en: `must be one of ${values.join(", ")}`, fr: `doit être l’une des valeurs ${values.join(", ")}` };
    }
    case "text":
      if (value.trim() === "") return requiredError(field);
      return value.length <= TEXT_LENGTH
        ? null
        : { en: `must have at most ${TEXT_LENGTH} characters`, fr: `doit avoir au plus ${TEXT_LENGTH} caractères` };
  }
}
