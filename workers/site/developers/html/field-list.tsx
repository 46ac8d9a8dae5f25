import type { Language } from "../../../../shared/platform/language.ts";
import { RichText } from "../../components/rich-text.tsx";
import { factsOf } from "../reference/field-facts.ts";
import type { DescribedField } from "../reference/fields.ts";
import { type FieldTexts, fieldTexts } from "../texts/field-texts.ts";

interface FieldListProps {
  fields: DescribedField[];
  /** Of the anchors: that of the field that they are below, or of the section. */
  prefix: string;
  language: Language;
  /** How many fields these are below. */
  depth?: number;
}

/** Levels that are open at first: most browsers find nothing in a fold that is closed. */
const OPEN_LEVELS = 2;

/** Parameters or members, each with its meaning and what its schema says; those below it are folded. */
export function FieldList({ fields, prefix, language, depth = 1 }: FieldListProps) {
  const texts = fieldTexts[language];
  return (
    <dl class="fields">
      {fields.map((field) => (
        <FieldRow field={field} anchor={`${prefix}.${field.name}`} texts={texts} language={language} depth={depth} />
      ))}
    </dl>
  );
}

interface FieldRowProps {
  field: DescribedField;
  anchor: string;
  texts: FieldTexts;
  language: Language;
  depth: number;
}

function FieldRow({ field, anchor, texts, language, depth }: FieldRowProps) {
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
            <RichText>{meaning}</RichText>
          </p>
        )}
        <p class="muted small">{factsOf(field, texts, language).join(" · ")}</p>
        {values.length > 0 && (
          <ul class="small" lang="en">
            {values.map((value) => (
              <li>
                <RichText>{value}</RichText>
              </li>
            ))}
          </ul>
        )}
        {field.fields.length > 0 && (
          <details open={depth < OPEN_LEVELS}>
            <summary>{texts.membersOf(field.name)}</summary>
            <FieldList fields={field.fields} prefix={anchor} language={language} depth={depth + 1} />
          </details>
        )}
      </dd>
    </div>
  );
}
