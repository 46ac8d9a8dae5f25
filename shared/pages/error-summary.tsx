import type { Child } from "hono/jsx";

export interface FormError {
  /** Id of the field; null if it concerns the whole form. */
  field: string | null;
  text: string;
}

interface ErrorSummaryProps {
  /** What happened to the form, if the page does not say so elsewhere. */
  title?: string | undefined;
  errors: FormError[];
}

/** The errors above a form. Focused when the page opens, so that screen readers announce it first. */
export function ErrorSummary({ title, errors }: ErrorSummaryProps) {
  if (errors.length === 0) return null;
  return (
    <div class="error-summary stack tight" role="alert" tabindex={-1} autofocus>
      {title && <p class="strong">{title}</p>}
      {errors.map(({ field, text }) => (
        <p>{field === null ? text : <a href={`#${field}`}>{text}</a>}</p>
      ))}
    </div>
  );
}

interface LabelledFieldProps {
  /** Of the control, which {@link fieldState} describes; of its hint, with `-hint`. */
  id: string;
  label: string;
  errors: FormError[];
  hint?: Child;
  class?: string;
  children: Child;
}

/** A labelled control, what is wrong with it, and a hint. */
export function Field({ id, label, errors, hint, class: more, children }: LabelledFieldProps) {
  return (
    <div class={more ? `field ${more}` : "field"}>
      <label for={id}>{label}</label>
      {children}
      <FieldError field={id} errors={errors} />
      {hint && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}

interface ChoiceFieldProps {
  id: string;
  legend: string;
  errors: FormError[];
  hint?: string;
  children: Child;
}

/** Ticks under a legend, what is wrong with them, and a hint. */
export function ChoiceField({ id, legend, errors, hint, children }: ChoiceFieldProps) {
  return (
    <fieldset id={id} class="field" tabindex={-1} {...fieldState(id, errors, ...(hint ? [`${id}-hint`] : []))}>
      <legend>{legend}</legend>
      <FieldError field={id} errors={errors} />
      {hint && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {children}
    </fieldset>
  );
}

export function FieldError({ field, errors }: { field: string; errors: FormError[] }) {
  const own = errors.find((error) => error.field === field);
  return own ? (
    <p class="error" id={`${field}-error`}>
      {own.text}
    </p>
  ) : null;
}

/** A field's accessibility attributes: whether it is invalid, and the ids of its descriptions. */
export function fieldState(field: string, errors: FormError[], ...descriptions: string[]) {
  const isWrong = errors.some((error) => error.field === field);
  const described = [...(isWrong ? [`${field}-error`] : []), ...descriptions].join(" ");
  return {
    ...(isWrong && { "aria-invalid": "true" as const }),
    ...(described && { "aria-describedby": described }),
  };
}
