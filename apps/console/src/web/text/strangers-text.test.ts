import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readTitle } from './read-title.ts'

const root = join(import.meta.dirname, '..')

// What strangers wrote in posts. A title of a page or of a column is ours.
const members = String.raw`(?:title|excerpt|rationale|quote|author)\b`
const shown = new RegExp(
  [
    String.raw`<Stranger[^>]*\btext=\{(?!readTitle\(|toPlainText\()[^}]*?(?:\.|\{)${members}(?!\s*===)`,
    String.raw`\bcut\([\w.]*\.?${members}`,
  ].join('|'),
  'g',
)
/** A heading of our own. */
const ours = ['parts/page/page.tsx', 'parts/data/sum-bar.tsx']

test('every text of a post is shown without its markup', () => {
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.tsx'),
  )
  const raw = files
    .filter((file) => !ours.includes(file))
    .flatMap((file) =>
      [...readFileSync(join(root, file), 'utf8').matchAll(shown)].map(([text]) => `${file}: ${text}`),
    )
  expect(raw).toEqual([])
})

test('a title is one line without markup, and not too long', () => {
  expect(readTitle('<p>We&#x27;re\nhiring</p>')).toBe("We're hiring")
  expect(readTitle(`<b>${'x'.repeat(300)}</b>`)).toBe(`${'x'.repeat(200)}…`)
})
