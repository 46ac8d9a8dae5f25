import { formatList } from "../../../shared/pages/formats.ts";
import type { Visit } from "../../../shared/pages/visit.ts";
import type { Parameter } from "../api-reference.ts";
import type { DevelopersTexts } from "../pages/developers-texts.ts";
import { RichText } from "./rich-text.tsx";

interface ParameterListProps {
  parameters: Parameter[];
  texts: DevelopersTexts["parameter"];
  visit: Visit;
}

/** Parameters with their constraints. The descriptions are the OpenAPI document's. */
export function ParameterList({ parameters, texts, visit }: ParameterListProps) {
  return (
    <dl class="parameters">
      {parameters.map((parameter) => (
        <div>
          <dt>
            <code>{parameter.name}</code>
          </dt>
          <dd>
            <p lang="en">
              <RichText>{parameter.description}</RichText>
            </p>
            <p class="muted small">{factsOf(parameter, texts, visit).join(" · ")}</p>
          </dd>
        </div>
      ))}
    </dl>
  );
}

function factsOf(
  { in: place, required, schema }: Parameter,
  texts: DevelopersTexts["parameter"],
  visit: Visit,
): string[] {
  const isBodyList = place === "body" && schema.type === "array";
  const type = isBodyList ? texts.array : texts.types[schema.type];
  const facts = [schema.enum ? texts.oneOf(formatList(schema.enum, visit.language)) : type];
  if (schema.maxItems !== undefined) facts.push(texts.items(schema.minItems ?? 0, schema.maxItems));
  if (schema.maxLength !== undefined) facts.push(texts.characters(schema.minLength ?? 0, schema.maxLength));
  if (schema.maximum !== undefined) facts.push(texts.range(schema.minimum ?? 0, schema.maximum));
  if (place === "path") facts.push(texts.inPath);
  if (place === "header") facts.push(texts.inHeader);
  if (place === "body") facts.push(texts.inBody);
  if (required) facts.push(texts.required);
  if (schema.default !== undefined && schema.type !== "object") facts.push(texts.default(String(schema.default)));
  return facts;
}
