interface SubmitProps {
  /** The look of the button: `button`, `button primary`, `button danger`, or `quiet`, which looks like a link. */
  class: string;
  label: string;
  /** Additional text for screen readers, if several buttons have the same label. */
  heard?: string;
  /** The id of the form that the button submits, if the button is outside the form. */
  form?: string;
  name?: string;
  value?: string;
}

/** A button that submits a form. */
export function Submit({ class: look, label, heard, form, name, value }: SubmitProps) {
  return (
    <button class={look} type="submit" form={form} name={name} value={value}>
      {label}
      {heard !== undefined && <span class="only-heard"> {heard}</span>}
    </button>
  );
}

/** A link styled as a button. */
export function ButtonLink({
  class: look,
  href,
  label,
  heard,
}: Pick<SubmitProps, "class" | "label" | "heard"> & { href: string }) {
  return (
    <a class={look} href={href}>
      {label}
      {heard !== undefined && <span class="only-heard"> {heard}</span>}
    </a>
  );
}
