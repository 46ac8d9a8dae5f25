import type { Child } from "hono/jsx";

interface TickProps {
  type?: "checkbox" | "radio";
  name: string;
  value: string;
  label: Child;
  /** What follows from ticking it. */
  consequence?: string;
  isTicked: boolean;
  isDisabled?: boolean;
  id?: string | undefined;
}

/** A tick box or radio button with its words; all of it can be pressed. */
export function Tick({ type = "checkbox", name, value, label, consequence, isTicked, isDisabled, id }: TickProps) {
  return (
    <label class="tick">
      <input id={id} type={type} name={name} value={value} checked={isTicked} disabled={isDisabled ?? false} />
      <span>{label}</span>
      {consequence && <span class="consequence">{consequence}</span>}
    </label>
  );
}
