/** Something in a form that is to be put right. */
export interface FormError {
  /** Id of the field it stands beside; null for what concerns the form as a whole. */
  field: string | null;
  text: string;
}

interface ErrorSummaryProps {
  /** What became of the form, where the page says it nowhere else. */
  title?: string | undefined;
  errors: FormError[];
}

/** What is wrong with a form, at its top. It has the focus when the page opens, so that it is heard and seen first. */
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

/** The error that stands beside a field. */
export function FieldError({ field, errors }: { field: string; errors: FormError[] }) {
  const own = errors.find((error) => error.field === field);
  return own ? (
    <p class="error" id={`${field}-error`}>
      {own.text}
    </p>
  ) : null;
}

/** What a field says of itself to who cannot see: whether it is wrong, and which texts belong to it. */
export function fieldState(field: string, errors: FormError[], ...descriptions: string[]) {
  const isWrong = errors.some((error) => error.field === field);
  const described = [...(isWrong ? [`${field}-error`] : []), ...descriptions].join(" ");
  return {
    ...(isWrong && { "aria-invalid": "true" as const }),
    ...(described && { "aria-describedby": described }),
  };
}
