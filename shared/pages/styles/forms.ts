/** Fields. */
export const formStyles = `
.field { display: grid; gap: 0.375rem; }
.field label { font-weight: 700; }
.field .hint { color: var(--muted); font-size: 0.875rem; }
.field .entry { display: flex; flex-wrap: wrap; gap: 0.75rem; }
.field input {
  flex: 1 1 14rem;
  min-width: 0;
  min-height: 44px;
  padding: 0.5rem 0.875rem;
  border: 1px solid var(--control);
  border-radius: var(--round-small);
  background: var(--card);
  color: var(--text);
  font: inherit;
}
`;
