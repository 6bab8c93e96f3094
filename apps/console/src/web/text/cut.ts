/** The beginning of a long text, for a cell or a heading. */
export function cut(text: string, length = 200): string {
  return text.length > length ? `${text.slice(0, length)}…` : text
}
