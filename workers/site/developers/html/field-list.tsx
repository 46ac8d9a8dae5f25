import type { Visit } from "../../../../shared/pages/visit.ts";
import { linkTools, type ToolPages } from "../content/blocks.ts";
import { factsOf } from "../reference/field-facts.ts";
import type { DescribedField } from "../reference/fields.ts";
import { fieldTexts } from "../texts/field-texts.ts";
import { LineText } from "./line-text.tsx";

interface FieldListProps {
  fields: DescribedField[];
  /** Of the anchors: that of the field that they are below, or of the section. */
  prefix: string;
  visit: Visit;
  /** That the meanings can name. */
  tools?: ToolPages;
  /** How many fields these are below. */
  depth?: number;
}

/** Levels that are open at first: most browsers find nothing in a fold that is closed. */
const OPEN_LEVELS = 2;
const NO_TOOLS: ToolPages = new Map();

/** Parameters or members, each with its meaning and what its schema says; those below it are folded. */
export function FieldList({ fields, prefix, visit, tools = NO_TOOLS, depth = 1 }: FieldListProps) {
  return (
    <dl class="fields">
      {fields.map((field) => (
        <FieldRow field={field} anchor={`${prefix}.${field.name}`} visit={visit} tools={tools} depth={depth} />
      ))}
    </dl>
  );
}

interface FieldRowProps {
  field: DescribedField;
  anchor: string;
  visit: Visit;
  tools: ToolPages;
  depth: number;
}

function FieldRow({ field, anchor, visit, tools, depth }: FieldRowProps) {
  const { language } = visit;
  const texts = fieldTexts[language];
  const [meaning = "", ...values] = field.meaning.split("\n");
  return (
    <div id={anchor}>
      <dt>
        <a href={`#${anchor}`} translate="no">
          <code>{field.name}</code>
        </a>
        {field.isRequired && field.in && (
          <span class="required" aria-hidden="true">
            *
          </span>
        )}
      </dt>
      <dd>
        {meaning && (
          <p lang="en">
            <LineText line={linkTools(meaning, tools)} visit={visit} />
          </p>
        )}
        <p class="muted small">{factsOf(field, texts, language).join(" · ")}</p>
        {values.length > 0 && (
          <ul class="small" lang="en">
            {values.map((value) => (
              <li>
                <LineText line={linkTools(value, tools)} visit={visit} />
              </li>
            ))}
          </ul>
        )}
        {field.fields.length > 0 && (
          <details open={depth < OPEN_LEVELS}>
            <summary>{texts.membersOf(field.name)}</summary>
            <FieldList fields={field.fields} prefix={anchor} visit={visit} tools={tools} depth={depth + 1} />
          </details>
        )}
      </dd>
    </div>
  );
}
