import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type PlatformDefinition, platformDefinitions } from './index.ts'

const document = readFileSync(join(import.meta.dirname, '../../../docs/platforms.md'), 'utf8')

test('docs/platforms.md has the table of all platforms', () => {
  const table = [
    '| platform | access | searched | feeds | what it needs | follows |',
    '|---|---|---|---|---|---|',
  ]
  expect(document).toContain([...table, ...platformDefinitions.map(rowOf)].join('\n'))
})

function rowOf({
  platform,
  title,
  access,
  search,
  feed,
  requirement,
  documentation,
  isBeta,
}: PlatformDefinition): string {
  const isSearched = search === undefined ? 'no' : isBeta === true ? 'beta' : 'yes'
  const takesFeeds = feed === undefined ? 'no' : 'yes'
  return `| ${title} (\`${platform}\`) | ${access} | ${isSearched} | ${takesFeeds} | ${requirement} | [documentation](${documentation}) |`
}
