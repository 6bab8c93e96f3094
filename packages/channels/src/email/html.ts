/** Text that is markup already. */
export type Html = { readonly markup: string }

type Value = string | number | Html | readonly Html[] | undefined

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/**
 * A template of HTML: what is put in is escaped, for text and for attributes in quotes, unless it was made by a
 * template itself. Undefined puts in nothing.
 */
export function html(parts: TemplateStringsArray, ...values: Value[]): Html {
  const markup = parts.map((part, index) => part + toMarkup(values[index])).join('')
  return { markup }
}

/** Text in which line breaks show. */
export function lines(text: string): Html {
  return { markup: escapeText(text).replaceAll('\n', '<br>') }
}

function toMarkup(value: Value): string {
  if (value === undefined) return ''
  if (typeof value === 'string' || typeof value === 'number') return escapeText(String(value))
  return 'markup' in value ? value.markup : value.map(({ markup }) => markup).join('')
}

function escapeText(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? character)
}
