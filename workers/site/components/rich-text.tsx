/** A sentence in which what stands between backticks is code. */
export function RichText({ children }: { children: string }) {
  return <>{children.split("`").map((part, index) => (index % 2 === 1 ? <code translate="no">{part}</code> : part))}</>;
}
