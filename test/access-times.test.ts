import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
/** Where programs, people and senders are let in. */
const doors = [
  'apps/api/src/face',
  'apps/api/src/links',
  'apps/api/src/oauth',
  'apps/console/src/server/face',
  'apps/intake/src/interactions',
  'apps/intake/src/sources',
  'packages/administration/src/assistant',
  'packages/administration/src/login',
  'packages/administration/src/ways-in',
  'packages/authorization/src',
  'packages/channels/src/links',
  'packages/database/src/access',
  'packages/database/src/assistants',
  'packages/database/src/people',
  'packages/signatures/src/prepare-verifier.ts',
]
const end = /(?:ends?|expires|until)(?:Ms|At)?\b/.source
/** True for "has ended", so an end that cannot be read would count as one that is still to come. */
const opensWhenUnreadable = new RegExp(
  `\\b[A-Za-z]*${end}(?:\\.getTime\\(\\)|!)?\\s*<=?\\s|>=?\\s*(?:\\w+\\.)?[A-Za-z]*${end}`,
  'i',
)

test('no check of access takes an end that it cannot read for one to come', () => {
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', ...doors], {
    cwd: root,
    encoding: 'utf8',
  })
    .split('\n')
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  const found = files.flatMap((file) =>
    readFileSync(join(root, file), 'utf8')
      .split('\n')
      .filter((line) => opensWhenUnreadable.test(line))
      .map((line) => `${file}: ${line.trim()}`),
  )
  expect(files.length).toBeGreaterThan(40)
  expect(found).toEqual([])
})
