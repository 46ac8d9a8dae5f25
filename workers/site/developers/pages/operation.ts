import { PROBLEMS, type ProblemCode } from "../../../../shared/api/definition/problems.ts";
import { APPROVAL_EXAMPLE } from "../../../../shared/api/openapi/described-examples.ts";
import { typeset } from "../../../../shared/pages/french-typography.ts";
import { problemTexts } from "../../pages/problem-texts.ts";
import { EXPLANATIONS, isProblemCode, nextMove } from "../../problem-words.ts";
import {
  answered,
  type Block,
  folded,
  json,
  linkTools,
  muted,
  type PageContent,
  type ToolPages,
  text,
} from "../content/blocks.ts";
import { linked } from "../content/read-guide.ts";
import { exampleCall, toolCallOf } from "../examples/curl-examples.ts";
import { pythonExample } from "../examples/python-example.ts";
import { typeScriptExample } from "../examples/typescript-example.ts";
import { currentOperations, operationLink } from "../operation-links.ts";
import type { DescribedOperation, PageData } from "../page-data.ts";
import type { DescribedEndpoint, DescribedProblem } from "../reference/api-reference.ts";
import { type SiteTexts, siteTexts } from "../texts/site-texts.ts";
import { operationFacts } from "./operation-facts.ts";
import { VERSIONS_PATH } from "./versions.ts";

/** Returns the content of `/developers/operations/<name>`: one operation with its parameters, answer and problems. */
export function operationPage(operation: DescribedOperation, data: PageData): PageContent {
  const { language } = data;
  const texts = siteTexts[language];
  const words = texts.operation;
  const tools = otherTools(operation, data);
  const description: Block = { kind: "text", line: linkTools(operation.description, tools), lang: "en" };
  return {
    title: typeset(operation.title, language),
    lead: typeset(operation.summary, language),
    call: { method: operation.method, path: calledPath(operation) },
    examples: { title: words.example, blocks: exampleBlocks(operation, words).map(foldedAnswer) },
    sections: [
      {
        id: "about",
        title: words.about,
        blocks: [
          ...(operation.sunset === null
            ? []
            : [text([`${words.ends(operation.sunset)} `, { text: texts.versions.title, href: VERSIONS_PATH }])]),
          ...versionLinks(operation, data, words),
          ...readFirst(operation, data, words),
          operationFacts(operation, language),
          ...(placesOrder(operation) ? [text(linked(words.followed(operationLink("getOrder", data))))] : []),
          operation.tool === null ? description : folded(words.inMcp, [description]),
          ...(texts.reference === "" ? [] : [muted(texts.reference)]),
        ],
      },
      {
        id: "parameters",
        title: words.parameters,
        blocks:
          operation.parameters.length > 0
            ? [{ kind: "fields", fields: operation.parameters, prefix: "parameter", tools }]
            : [muted(words.none)],
      },
      {
        id: "answer",
        title: words.answer,
        blocks:
          operation.recorded === null
            ? [muted(words.isDocument)]
            : [{ kind: "fields", fields: operation.answer, prefix: "answer", tools }],
      },
      { id: "problems", title: words.problems, blocks: problemBlocks(operation, data, words) },
    ],
  };
}

function calledPath({ server, path }: DescribedEndpoint): string {
  return `${new URL(server).pathname}${path === "/" ? "" : path}`;
}

/** Returns links to the same operation in other versions of its API. */
function versionLinks(
  { api, major, id }: DescribedOperation,
  { operations }: PageData,
  words: OperationWords,
): Block[] {
  return operations
    .filter((other) => other.api === api && other.id === id && other.major !== major)
    .map((other) =>
      text([
        `${words.inVersion(other.major)} `,
        { text: `\`${other.method} ${calledPath(other)}\``, href: other.page },
      ]),
    );
}

/**
 * Returns the pages of all other tools. For tools of the operation's own API, the pages are those of the same version.
 */
function otherTools({ api, major, id }: DescribedOperation, { operations }: PageData): ToolPages {
  const others = operations.filter((other) => (other.api === api ? other.major === major : other.isCurrent));
  return new Map(
    others.flatMap(({ tool, page, ...other }) => (tool && other.id !== id ? [[tool, page] as const] : [])),
  );
}

/**
 * Returns a note about the read operation at the same path, which provides values for this operation, such as a quote
 * or a revision.
 */
function readFirst({ api, method, path }: DescribedOperation, data: PageData, words: OperationWords): Block[] {
  const read = currentOperations(data, api).find((other) => other.method === "GET" && other.path === path);
  if (!read || method === "GET") return [];
  return [{ kind: "text", line: linked(words.readFirst(operationLink(read.id, data))), isNote: true }];
}

/** Returns whether the operation's answer names an order, whose status can then be read. */
function placesOrder({ takesKey, answer }: DescribedEndpoint): boolean {
  return takesKey && answer.some(({ name }) => name === "order_id");
}

type OperationWords = SiteTexts["operation"];

/** Returns an example of a catalogue operation that anyone can try in a browser. */
function tryBlocks({ scopes, tool, example, exampleArguments }: DescribedEndpoint, words: OperationWords): Block[] {
  if (scopes !== null) return [];
  if (tool !== "check_domain") return [text({ text: words.open, href: example })];
  const [[name = "", value] = []] = Object.entries(exampleArguments);
  const [action = ""] = example.split("?");
  return [{ kind: "form", action, name, value: String(value), label: words.check, button: words.send }];
}

/** Request fields that must come from a recent answer. Their example values have expired. */
const FRESH = ["confirm", "revision"];

/** Folds an answer. If the examples are next to the sections, the fold is always open. */
function foldedAnswer(block: Block): Block {
  if (block.kind !== "code" || block.caption === undefined) return block;
  const { caption, ...answer } = block;
  return folded(caption, [answer]);
}

/** Returns the example call in each programming language, and its answer. */
export function exampleBlocks(operation: DescribedEndpoint, words: OperationWords): Block[] {
  const body = operation.exampleBody ?? {};
  return [
    {
      kind: "tabs",
      items: [
        { title: "curl", blocks: [{ kind: "code", code: exampleCall(operation), language: "sh" }] },
        { title: "TypeScript", blocks: [{ kind: "code", code: typeScriptExample(operation), language: "ts" }] },
        { title: "Python", blocks: [{ kind: "code", code: pythonExample(operation), language: "python" }] },
        ...(operation.tool === null ? [] : [{ title: "MCP", blocks: [json(toolCallOf(operation))] }]),
      ],
    },
    ...tryBlocks(operation, words),
    ...(operation.recorded === null
      ? []
      : [
          answered(operation.recorded, words.answered(operation.status)),
          muted([words.recorded, ...FRESH.filter((name) => name in body).map(words.fresh)].join(" ")),
        ]),
  ];
}

/** Returns the first sentences of an explanation. The problem's own page has the others. */
function shortened(explanation: string): string {
  const sentences = explanation.split(/(?<=\.) /);
  const end = sentences.findIndex((_, at) => sentences.slice(0, at + 1).join(" ").length > MAX_EXPLANATION);
  return (end === -1 ? sentences : sentences.slice(0, Math.max(1, end))).join(" ");
}

const MAX_EXPLANATION = 220;

/**
 * Returns the operation's own problems, then those that all similar operations of its API share. Recorded examples
 * follow.
 */
function problemBlocks(operation: DescribedOperation, data: PageData, words: OperationWords): Block[] {
  const { language } = data;
  const { problems, api, scopes, method } = operation;
  const alike = currentOperations(data, api)
    .filter((other) => (other.scopes === null) === (scopes === null))
    .filter((other) => (other.method === "GET") === (method === "GET"));
  const isCommon = ({ code }: DescribedProblem) => alike.every((one) => one.problems.some((its) => its.code === code));
  const known = problems.flatMap((problem) =>
    isProblemCode(problem.code) ? [{ ...problem, code: problem.code }] : [],
  );
  const { short } = problemTexts[language];
  const nextWords = (code: ProblemCode) => {
    const next = nextMove(code);
    const isAsked = problems.some((one) => one.code === code && one.name === APPROVAL_EXAMPLE);
    return short[next === "approve" && !isAsked ? "change" : next];
  };
  const list = (shown: typeof known): Block => ({
    kind: "definitions",
    rows: shown.map(({ code }) => ({
      term: [{ text: `\`${code}\``, href: `/problems/${code}` }, ` ${PROBLEMS[code].status} · ${nextWords(code)}`],
      line: shortened(typeset(EXPLANATIONS[code], language)),
    })),
  });
  const codes = known.filter(({ code, name }) => name === code);
  const own = codes.filter((problem) => !isCommon(problem));
  const common = list(codes.filter(isCommon));
  const examples = known
    .filter(({ body }) => body !== null)
    .map(({ code, name, sent, body }) =>
      folded(words.exampleOf(name === code ? code : `${code}, ${name}`), [
        ...(sent === null ? [] : [{ kind: "text" as const, line: sent, lang: "en" as const, isMuted: true }]),
        answered(body),
      ]),
    );
  return [
    ...(own.length > 0 ? [list(own), folded(words.common, [common])] : [common]),
    ...(examples.length > 0 ? [folded(words.examples, examples)] : []),
  ];
}
