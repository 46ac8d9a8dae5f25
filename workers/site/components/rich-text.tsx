/** Renders a sentence in which backticks mark code. */
export function RichText({ children }: { children: string }) {
  return <>{children.split("`").map((part, index) => (index % 2 === 1 ? <code translate="no">{part}</code> : part))}</>;
}

export function RichParagraph({ children, ...attributes }: { children: string; class?: string; lang?: string }) {
  return (
    <p {...attributes}>
      <RichText>{children}</RichText>
    </p>
  );
}
