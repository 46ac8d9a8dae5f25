import type { OperatorAnswer } from "../../../shared/operator-contract/answers.ts";
import type { Theme } from "../../../shared/pages/theme.ts";
import { BECAUSE, type FieldRule, isSent, type NamedCommand } from "../commands/command.ts";
import type { OperatorContext } from "../composition.ts";
import type { ConsoleError } from "../responses.ts";
import { Answer } from "./answer.tsx";
import { framedPage } from "./frame.tsx";
import { subjectAddress } from "./row-links.ts";

/** The data that every page for an operator needs. */
export type ConsolePageContext = Pick<OperatorContext, "theme" | "operator" | "now"> & { url: URL; formToken: string };

/** Returns the page of a command: its form with the submitted values, and the answer or the reason for a refusal. */
export function commandPage(
  context: ConsolePageContext,
  command: NamedCommand,
  {
    sent = {},
    answer,
    refusal,
    status = 200,
  }: { sent?: Record<string, string>; answer?: OperatorAnswer; refusal?: string; status?: number },
): Promise<Response> {
  const { operator, now } = context;
  const heading = (answer && command.effect === "read" && subjectTitle(answer)) || command.label;
  return framedPage(context, heading, status, [
    <CommandHeading command={command} heading={heading} />,
    refusal !== undefined && (
      <p class="note warning" role="alert">
        {refusal}
      </p>
    ),
    // Show the answer above the form, because the search field in the header is already a form for the next lookup.
    answer && <Answer answer={answer} mayAct={operator.mayAct} now={now()} />,
    answer && (
      <p class="muted small">
        Updated at {new Date(now()).toISOString().slice(11, 19)} UTC.
        <span class="for-pointers"> Hover over a time to see it exactly.</span>
      </p>
    ),
    (!answer || command.name !== "find") && <CommandForm context={context} command={command} sent={sent} />,
  ]);
}

/**
 * Returns the page with the result of an act and a link to its subject.
 * @param confirm the values of the fields, with reason and code, if the act has not run; the page then has a form that
 * runs the act
 */
export function actPage(
  context: ConsolePageContext,
  command: NamedCommand,
  text: string,
  { confirm, subject = "" }: { confirm?: Record<string, string>; subject?: string },
): Promise<Response> {
  const address = subjectAddress(subject);
  const { name, label } = command;
  return framedPage(context, label, confirm ? 409 : 200, [
    <CommandHeading command={command} heading={label} />,
    confirm ? (
      <p class="note warning">{text}</p>
    ) : (
      <p class="note" role="status">
        {text}
      </p>
    ),
    address && (
      <p>
        <a href={address}>Back to {subject}</a>
      </p>
    ),
    confirm && (
      <form class="card stack" method="post" action={`/${name}`}>
        {Object.entries({ token: context.formToken, ...confirm }).map(([field, value]) => (
          <input type="hidden" name={field} value={value} />
        ))}
        <p>Reason: {confirm[BECAUSE]}</p>
        <div class="buttons">
          <a class="button" href={`/${name}`}>
            Do nothing
          </a>
          <button class="button danger" type="submit">
            {label}
          </button>
        </div>
      </form>
    ),
  ]);
}

/** Returns the page for a rejected request, with the reason. */
export function refusalPage(
  theme: Theme,
  url: URL,
  { status, message }: ConsoleError,
  requestId: string,
): Promise<Response> {
  return framedPage({ theme, url, operator: null }, "Not done", status, [
    <h1>Not done</h1>,
    <p class="note">{message}</p>,
    <p class="muted small">{requestId}</p>,
  ]);
}

/**
 * Returns a title with the only login or account in an answer and its state. Returns an empty string if there is none
 * or more than one.
 */
function subjectTitle({ tables: { logins = [], account = [] } }: OperatorAnswer): string {
  const [only, ...others] = [...logins, ...account];
  if (!only || others.length > 0) return "";
  if (logins.length > 0) return `${only.email}${only.waitsUntil ? ", waits for codes" : ""}`;
  return `${only.name}, account ${only.account}${only.closedAt ? ", closed" : ""}`;
}

function CommandHeading({ command: { title }, heading }: { command: NamedCommand; heading: string }) {
  return (
    <div class="stack tight">
      <h1>
        <bdi>{heading}</bdi>
      </h1>
      <p class="muted">{title}.</p>
    </div>
  );
}

interface CommandFormProps {
  context: ConsolePageContext;
  command: NamedCommand;
  sent: Record<string, string>;
}

function CommandForm({ context, command, sent }: CommandFormProps) {
  const isAct = command.effect === "act";
  const isPosted = isSent(command);
  const fields: [string, FieldRule][] = [...Object.entries(command.fields), ...(isAct ? [REASON] : [])];
  if (fields.length === 0) return null;
  if (isPosted && !context.operator.mayAct) return <p class="note">You have read-only access.</p>;
  return (
    <form class="card stack" method={isPosted ? "post" : "get"} action={`/${command.name}`}>
      {isPosted && <input type="hidden" name="token" value={context.formToken} />}
      {fields.map(([field, definition]) => (
        <Field name={field} field={definition} value={sent[field] ?? ""} />
      ))}
      <p class="buttons">
        <button class="button primary" type="submit">
          {isAct ? "Show what it does" : isPosted ? command.label : "Look up"}
        </button>
        {command.effect === "read" && command.stream && (
          <button class="button" type="submit" name={DOWNLOAD} value="json">
            Download the JSON
          </button>
        )}
      </p>
    </form>
  );
}

/** The name of the button that downloads the complete answer as JSON. */
export const DOWNLOAD = "download";

const REASON: [string, FieldRule] = [
  BECAUSE,
  { kind: "text", label: "Reason, for a later reader; never a customer's text" },
];

interface FieldProps {
  name: string;
  field: FieldRule;
  value: string;
}

function Field({ name, field: { label, kind, choices = [], isOptional }, value }: FieldProps) {
  const id = `field-${name}`;
  return (
    <div class="field">
      <label for={id}>{isOptional ? `${label} (optional)` : label}</label>
      {kind === "choice" ? (
        <select id={id} name={name} required={!isOptional}>
          <option value="">–</option>
          {choices.map((choice) => (
            <option value={choice} selected={choice === value}>
              {choice}
            </option>
          ))}
        </select>
      ) : (
        <input
          id={id}
          name={name}
          type="text"
          inputmode={kind === "number" ? "numeric" : undefined}
          value={value}
          required={!isOptional}
          autocomplete="off"
        />
      )}
    </div>
  );
}
