/** Renders rows of cells that are already HTML. */
export function table(rows: string[][]): string {
  const cells = (row: string[]): string => row.map((cell) => `<td>${cell}</td>`).join('')
  return rows.length === 0 ? '' : `<table>${rows.map((row) => `<tr>${cells(row)}</tr>`).join('')}</table>`
}

/** Renders text in backticks as code, and line breaks as line breaks. */
export function markedUp(source: string): string {
  return text(source)
    .replaceAll(/`([^`]*)`/g, '<code>$1</code>')
    .replaceAll(/\n+/g, '<br>')
}

export function text(source: string): string {
  return source
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}

export function code(source: string): string {
  return `<code>${text(source)}</code>`
}
