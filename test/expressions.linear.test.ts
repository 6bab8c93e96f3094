import { globSync } from 'node:fs'
import { join, relative } from 'node:path'
import { describe, expect, test } from 'vitest'
import { findExpressions } from './support/expressions/find-expressions.ts'
import { findSlowText } from './support/expressions/find-slow-text.ts'
import { partsMadeLater } from './support/expressions/parts-made-later.ts'

const root = join(import.meta.dirname, '..')
/** Where texts of strangers are read. */
const packages = [
  ...[
    'assistants',
    'channels',
    'domain',
    'judge',
    'language-model',
    'outgoing',
    'platforms',
    'rest',
    'searching',
    'signatures',
  ],
  'website-analysis',
]

function expressionsOf(name: string) {
  const files = globSync(`packages/${name}/src/**/*.ts`, { cwd: root })
  return files
    .filter((file) => !/\.test\.ts$|\/test-support\//.test(file))
    .toSorted()
    .flatMap((file) =>
      findExpressions(join(root, file), partsMadeLater[file]).map((found) => ({
        ...found,
        file: relative(root, found.file),
      })),
    )
}

describe('a regular expression takes time in proportion to any text', () => {
  test.each(packages)(
    'in packages/%s',
    async (name) => {
      const slow: string[] = []
      for (const one of expressionsOf(name)) {
        const text = await findSlowText(one)
        if (text !== undefined) slow.push(`${one.file}:${one.line} /${one.source}/${one.flags}\n  ${text}`)
      }
      expect(slow.join('\n')).toBe('')
    },
    240_000,
  )
})

describe('a slow expression is found', () => {
  test.each([
    ['a run that is tried from each of its letters', '[.!?]+(?=\\s|$)'],
    ['the end of a line', '\\s+$'],
    ['a run between others', '\\s+OR\\s+'],
    ['two runs of one letter', '^a*[ab]*c'],
    ['a list of lists', '^(?:\\w+\\s?)*$'],
    ['what opens and never closes', '“([^”]*)”'],
  ])('%s', async (_, source) => {
    expect(await findSlowText({ source, flags: 'u' }, { timeoutMs: 2_000 })).toEqual(expect.any(String))
  })
})

test('expressions are found as literals and as constructors of constant texts', () => {
  const found = expressionsOf('website-analysis').filter(({ file }) => file.endsWith('find-roles.ts'))
  expect(found).toContainEqual(
    expect.objectContaining({ flags: 'g', source: expect.stringContaining('CEO|CTO') }),
  )
  const built = expect.stringContaining('(?:head|director|vp|vice president|chief) of [a-z]')
  expect(found).toContainEqual(expect.objectContaining({ flags: 'gi', source: built }))
  expect(found).toContainEqual(
    expect.objectContaining({ source: expect.stringContaining('(manager|director|') }),
  )
})
