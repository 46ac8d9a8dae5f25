import type { Child } from "hono/jsx";

interface TickProps {
  type?: "checkbox" | "radio";
  /** An id that is unique on the page. The ids of the label and the consequences begin with it. */
  id: string;
  name: string;
  value: string;
  label: Child;
  /** The consequences of ticking the box, one per line. */
  consequences?: Child[];
  isTicked?: boolean;
  isDisabled?: boolean;
  /** Whether the customer must choose one of the radio buttons. */
  isRequired?: boolean;
}

/** A checkbox or radio button with its text. All of it is clickable, and its accessible name is only the label. */
export function Tick(props: TickProps) {
  const { type = "checkbox", id, name, value, label, consequences = [] } = props;
  const { isTicked = false, isDisabled = false, isRequired = false } = props;
  return (
    <label class="tick">
      <input
        type={type}
        id={id}
        name={name}
        value={value}
        checked={isTicked}
        disabled={isDisabled}
        required={isRequired}
        aria-labelledby={`${id}-label`}
        aria-describedby={consequences.length > 0 ? `${id}-consequence` : undefined}
      />
      <span class={consequences.length > 0 ? "strong" : undefined} id={`${id}-label`}>
        {label}
      </span>
      {consequences.length > 0 && (
        <span class="consequence stack tight" id={`${id}-consequence`}>
          {consequences.map((line) => (
            <span>{line}</span>
          ))}
        </span>
      )}
    </label>
  );
}
