/** Text that is already markup. */
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
 * A template of HTML. It escapes values for text and quoted attributes, except the output of other templates. Undefined
 * inserts nothing.
 */
export function html(parts: TemplateStringsArray, ...values: Value[]): Html {
  const markup = parts.map((part, index) => part + toMarkup(values[index])).join('')
  return { markup }
}

/** Escapes text and keeps its line breaks visible. */
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
