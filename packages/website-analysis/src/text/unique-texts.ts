import { foldText } from './words.ts'

/** Returns the texts without those that differ from an earlier one in case, spaces and marks alone. */
export function uniqueTexts(texts: readonly string[]): string[] {
  const first = new Map<string, string>()
  for (const text of texts) if (!first.has(foldText(text))) first.set(foldText(text), text)
  return [...first.values()]
}
