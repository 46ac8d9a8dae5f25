interface SubmitProps {
  /** `button`, with `primary` or `danger`; or `quiet`, which looks like a link. */
  class: string;
  label: string;
  /** Only for screen readers, where several buttons have the same label. */
  heard?: string;
  /** Id of the form that it sends, if it is outside of it. */
  form?: string;
  name?: string;
  value?: string;
}

/** A button that sends a form. */
export function Submit({ class: look, label, heard, form, name, value }: SubmitProps) {
  return (
    <button class={look} type="submit" form={form} name={name} value={value}>
      {label}
      {heard !== undefined && <span class="only-heard"> {heard}</span>}
    </button>
  );
}

/** A link among buttons. */
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
