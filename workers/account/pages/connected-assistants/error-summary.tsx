/** Why a form was not accepted. */
export interface Refusal {
  title: string;
  /** `field` is the id of what the sentence is about. */
  lines: { text: string; field?: string }[];
}

/** Everything that was not accepted, above the page's content and focused: a form that came back begins here. */
export function ErrorSummary({ refusal: { title, lines } }: { refusal: Refusal }) {
  return (
    <div class="error-summary stack tight" role="alert" tabindex={-1} autofocus>
      <p class="strong">{title}</p>
      <ul class="stack tight">
        {lines.map(({ text, field }) => (
          <li>{field ? <a href={`#${field}`}>{text}</a> : text}</li>
        ))}
      </ul>
    </div>
  );
}
