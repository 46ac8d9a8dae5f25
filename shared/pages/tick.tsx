import type { Child } from "hono/jsx";

interface TickProps {
  type?: "checkbox" | "radio";
  /** Unique on the page. The ids of its label and consequences start with it. */
  id: string;
  name: string;
  value: string;
  label: Child;
  /** The consequences of ticking it, one per line. */
  consequences?: Child[];
  isTicked?: boolean;
  isDisabled?: boolean;
  /** For radio buttons: the customer must choose one. */
  isRequired?: boolean;
}

/** A checkbox or radio button with its text. All of it is clickable; its accessible name is the label only. */
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
