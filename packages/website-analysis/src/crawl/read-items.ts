import { tidyText } from './tidy-text.ts'

const deepest = 6
const longestText = 500

/** Returns the first schema.org items in a JSON-LD document, nested ones included; none if the document is broken. */
export function readItems(json: string, { most }: { most: number }): Record<string, unknown>[] {
  const items: Record<string, unknown>[] = []
  const visit = (value: unknown, depth: number): void => {
    if (typeof value !== 'object' || value === null || depth > deepest || items.length >= most) return
    if (!Array.isArray(value) && '@type' in value) items.push(value)
    for (const member of Object.values(value)) visit(member, depth + 1)
  }
  if (most <= 0) return items
  try {
    visit(JSON.parse(json, tidied), 0)
  } catch {
    return [] // many sites have broken JSON-LD
  }
  return items
}

function tidied(_name: string, value: unknown): unknown {
  return typeof value === 'string' ? tidyText(value.slice(0, longestText)) : value
}
