import type { Child } from "hono/jsx";

export interface FormError {
  /** The id of the field; `null` if the error concerns the whole form. */
  field: string | null;
  text: string;
}

interface ErrorSummaryProps {
  /** The outcome of the form, if the page does not state it elsewhere. */
  title?: string | undefined;
  errors: FormError[];
}

/** The errors above a form. The summary has the focus when the page opens, so screen readers announce it first. */
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
  /**
   * The id of the control, to which {@link fieldState} adds its attributes. The hint has this id with the suffix
   * `-hint`.
   */
  id: string;
  label: string;
  errors: FormError[];
  hint?: Child;
  class?: string;
  children: Child;
}

/** A labelled control with its errors and a hint. */
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

/** Checkboxes or radio buttons under a legend, with their errors and a hint. */
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

/** Returns a field's accessibility attributes: whether it is invalid, and the ids of its descriptions. */
export function fieldState(field: string, errors: FormError[], ...descriptions: string[]) {
  const isWrong = errors.some((error) => error.field === field);
  const described = [...(isWrong ? [`${field}-error`] : []), ...descriptions].join(" ");
  return {
    ...(isWrong && { "aria-invalid": "true" as const }),
    ...(described && { "aria-describedby": described }),
  };
}
