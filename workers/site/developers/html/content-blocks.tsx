import type { Child } from "hono/jsx";
import { Submit } from "../../../../shared/pages/buttons.tsx";
import { CodeBlock, CopiedLine } from "../../../../shared/pages/code-block.tsx";
import { ConnectClients } from "../../../../shared/pages/connecting/connect-clients.tsx";
import { DataTable } from "../../../../shared/pages/data-table.tsx";
import type { Visit } from "../../../../shared/pages/visit.ts";
import { RichText } from "../../components/rich-text.tsx";
import { type Block, type Line, linkTools, type ToolPages } from "../content/blocks.ts";
import { type DescribedField, factsOf } from "../reference/fields.ts";
import { fieldTexts } from "../texts/field-texts.ts";
import { siteTexts } from "../texts/site-texts.ts";
import { hrefOn } from "./page-link.ts";

interface ContentBlocksProps {
  blocks: Block[];
  visit: Visit;
  /** The heading level in these blocks. */
  level?: 3 | 4;
}

export function ContentBlocks({ blocks, ...props }: ContentBlocksProps) {
  return (
    <>
      {blocks.map((block) => (
        <ContentBlock block={block} {...props} />
      ))}
    </>
  );
}

function ContentBlock({ block, visit, level = 3 }: Omit<ContentBlocksProps, "blocks"> & { block: Block }) {
  const line = (content: Line) => <LineText line={content} visit={visit} />;
  switch (block.kind) {
    case "text":
      return (
        <p class={block.isNote ? "note info" : block.isMuted ? "muted" : undefined} lang={block.lang}>
          {line(block.line)}
        </p>
      );
    case "steps":
      return (
        <ol>
          {block.items.map((item) => (
            <li>{line(item)}</li>
          ))}
        </ol>
      );
    case "bullets":
      return (
        <ul>
          {block.items.map((item) => (
            <li>{line(item)}</li>
          ))}
        </ul>
      );
    case "code":
      return (
        <figure class="code">
          {block.caption && <figcaption>{block.caption}</figcaption>}
          <CodeBlock language={visit.language}>{block.isAnswer ? highlightedJson(block.code) : block.code}</CodeBlock>
        </figure>
      );
    case "address":
      return <CopiedLine language={visit.language}>{block.address}</CopiedLine>;
    case "table":
      return (
        <DataTable
          caption={block.caption}
          columns={block.columns.map((label, at) => ({ label, whole: at > 0 && block.columns.length === 2 }))}
          rows={block.rows.map((cells, at) => ({ key: String(at), cells: cells.map(line) }))}
        />
      );
    case "definitions":
      return (
        <dl class="parameters">
          {block.rows.map(({ term, line: content }) => (
            <div>
              <dt>{line(term)}</dt>
              <dd>{line(content)}</dd>
            </div>
          ))}
        </dl>
      );
    case "links":
      if (block.look === "switch") {
        return (
          <div class="switch">
            {block.items.map(({ text, href, isHere }) => (
              <a href={hrefOn(visit, href)} aria-current={isHere ? "true" : undefined}>
                {text}
              </a>
            ))}
          </div>
        );
      }
      if (block.look === "tiles") {
        return (
          <div class="tiles">
            {block.items.map(({ text, href, about }) => (
              <a class="tile" href={hrefOn(visit, href)}>
                <strong>{text}</strong>
                <p>{about}</p>
                <span>{siteTexts[visit.language].tutorial}</span>
              </a>
            ))}
          </div>
        );
      }
      if (block.look === "routes") {
        return (
          <ul class="routes">
            {block.items.map(({ id, text, href, about = "" }) => (
              <li id={id}>
                <code translate="no">{about.split(" ", 1)}</code>
                <span>
                  <a href={hrefOn(visit, href)}>{text}</a>{" "}
                  <code translate="no">{about.slice(about.indexOf(" ") + 1)}</code>
                </span>
              </li>
            ))}
          </ul>
        );
      }
      return (
        <ul class={block.items.some(({ about }) => about) ? "leads" : "links"}>
          {block.items.map(({ id, text, href, about }) => (
            <li id={id}>
              <a href={hrefOn(visit, href)}>{text}</a>
              {about && <span class="muted"> {about}</span>}
            </li>
          ))}
        </ul>
      );
    case "fields":
      return (
        <FieldList
          fields={block.fields}
          prefix={block.prefix}
          visit={visit}
          {...(block.tools && { tools: block.tools })}
        />
      );
    case "part":
      return (
        <div class="stack">
          {level === 3 ? <h3>{block.title}</h3> : <h4>{block.title}</h4>}
          <ContentBlocks blocks={block.blocks} visit={visit} level={4} />
        </div>
      );
    case "folded":
      return (
        <details>
          <summary>{block.summary}</summary>
          <div class="stack tight">
            <ContentBlocks blocks={block.blocks} visit={visit} level={level} />
          </div>
        </details>
      );
    case "tabs":
      return (
        <div class="tabs">
          {block.items.map(({ title, blocks }, at) => (
            <details open={at === 0} name="tabs">
              <summary>{title}</summary>
              <ContentBlocks blocks={blocks} visit={visit} level={level} />
            </details>
          ))}
        </div>
      );
    case "clients":
      return <ConnectClients server={block.server} language={visit.language} />;
    case "diagram":
      return (
        <pre role="img" aria-label={block.label} tabindex={0}>
          <code>{block.drawing}</code>
        </pre>
      );
    case "form":
      return (
        <div class="list-tools">
          <form class="field" action={block.action}>
            <label for="tried">{block.label}</label>
            <div class="entry">
              <input id="tried" name={block.name} value={block.value} required />
              <Submit class="button" label={block.button} />
            </div>
          </form>
        </div>
      );
  }
}

/** Renders a text with code and links. */
function LineText({ line, visit }: { line: Line; visit: Visit }) {
  return (
    <>
      {(Array.isArray(line) ? line : [line]).map((piece) =>
        typeof piece === "string" ? (
          <RichText>{piece}</RichText>
        ) : (
          <a href={hrefOn(visit, piece.href)}>
            <RichText>{piece.text}</RichText>
          </a>
        ),
      )}
    </>
  );
}

interface FieldListProps {
  fields: DescribedField[];
  /** The start of each field's anchor: the anchor of the parent field or of the section. */
  prefix: string;
  visit: Visit;
  /** The tools that the descriptions can name. */
  tools?: ToolPages;
}

const NO_TOOLS: ToolPages = new Map();

/** Renders parameters or fields, each with its description and the facts of its schema. Nested fields are folded. */
function FieldList({ fields, prefix, visit, tools = NO_TOOLS }: FieldListProps) {
  return (
    <dl class="fields">
      {fields.map((field) => (
        <FieldRow field={field} anchor={`${prefix}.${field.name}`} visit={visit} tools={tools} />
      ))}
    </dl>
  );
}

interface FieldRowProps {
  field: DescribedField;
  anchor: string;
  visit: Visit;
  tools: ToolPages;
}

function FieldRow({ field, anchor, visit, tools }: FieldRowProps) {
  const { language } = visit;
  const texts = fieldTexts[language];
  const facts = factsOf(field, language).filter((fact) => fact !== texts.required);
  const [meaning = "", ...values] = field.meaning.split("\n");
  return (
    <div id={anchor}>
      <dt>
        <a href={`#${anchor}`} translate="no">
          <code>{field.name}</code>
        </a>{" "}
        <span class="muted small">{facts.join(" · ")}</span>
        {field.in && field.isRequired && <span class="required small"> {texts.required}</span>}
      </dt>
      <dd>
        {meaning && (
          <p lang="en">
            <LineText line={linkTools(meaning, tools)} visit={visit} />
          </p>
        )}
        {values.length > 0 && (
          <details>
            <summary>{texts.valuesOf(field.name)}</summary>
            <ul class="small" lang="en">
              {values.map((value) => (
                <li>
                  <LineText line={linkTools(value, tools)} visit={visit} />
                </li>
              ))}
            </ul>
          </details>
        )}
        {field.fields.length > 0 && (
          <details>
            <summary>{texts.membersOf(field.name)}</summary>
            <FieldList fields={field.fields} prefix={anchor} visit={visit} tools={tools} />
          </details>
        )}
      </dd>
    </div>
  );
}

/** Matches a key with its colon, any other string, or a number or literal in a JSON text. */
const TOKEN = /("(?:\\.|[^"\\])*")(\s*:)?|\b(?:true|false|null)\b|-?\b\d+(?:\.\d+)?(?:[eE][-+]?\d+)?\b/g;

/** Highlights the keys, strings and other values in a JSON text. */
function highlightedJson(json: string): Child[] {
  const parts: (string | { text: string; kind: "name" | "text" | "value" })[] = [];
  let end = 0;
  for (const token of json.matchAll(TOKEN)) {
    const [whole, quoted = "", colon] = token;
    parts.push(json.slice(end, token.index));
    parts.push({ text: quoted || whole, kind: quoted === "" ? "value" : colon === undefined ? "text" : "name" });
    end = token.index + (quoted || whole).length;
  }
  parts.push(json.slice(end));
  return parts.map((part) => (typeof part === "string" ? part : <span class={part.kind}>{part.text}</span>));
}
