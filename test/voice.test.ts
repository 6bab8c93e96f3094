import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')

// Words of the list in docs/writing.md that no other meaning excuses.
const mannered =
  /\b(?:told|whoever|nobody|somebody|anew|for ever|for good|what became of|goes on|taken apart)\b/i

// Names of users, roles and hosts are data, not prose.
const names = /['"`]nobody\\?['"`]|\bnobody(?:@|\.invalid)/g

// Places that may have this many lines with such words. The figures may only fall.
const remaining: Record<string, number> = {
  'packages/website-analysis/src/text/find-pains.ts': 1,
  'packages/website-analysis/src/text/stop-words.ts': 3,
}

const sources = globSync('{apps,packages,infra,test}/**/*.{ts,mjs}', {
  cwd: root,
  exclude: (path) => /(?:^|\/)(?:node_modules|migrations|fixtures)$/.test(path),
})
  .filter((file) => !/\.generated\.ts$|^test\/(?:voice|documents)\.test\.ts$/.test(file))
  .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }))

test('code, comments and names of tests use the words of docs/writing.md', () => {
  const lines = sources.flatMap(({ file, text }) =>
    text
      .split('\n')
      .filter((line) => mannered.test(line.replaceAll(names, '')))
      .map((line) => ({ place: placeOf(file), line: `${file}: ${line.trim()}` })),
  )
  const tooMany = [...Map.groupBy(lines, ({ place }) => place)].filter(
    ([place, found]) => found.length > (remaining[place] ?? 0),
  )
  expect(tooMany.flatMap(([, found]) => found.map(({ line }) => line))).toEqual([])
})

test('no docstring begins with "Answers"', () => {
  const found = sources
    .filter(({ text }) => /\/\*\*(?:\s*\n\s*\*)? Answers\b/.test(text))
    .map(({ file }) => file)
  expect(found).toEqual([])
})

function placeOf(file: string): string {
  return Object.keys(remaining).find((place) => file.startsWith(place)) ?? file
}
