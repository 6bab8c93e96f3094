import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const web = join(import.meta.dirname, '../..')

test('what ends or is due later is never shown as now', () => {
  const pages = globSync('**/*.tsx', { cwd: web })
  const moments = pages.flatMap((path) =>
    [...readFileSync(join(web, path), 'utf8').matchAll(/<(?:Full)?Moment\b[^>]*\/>/g)].map(
      ([moment]) => `${path}: ${moment.replaceAll(/\s+/g, ' ')}`,
    ),
  )
  const ahead = moments.filter((moment) => /\bat=\{[^}]*(?:ends[A-Z]|expires|until|next|due)/i.test(moment))
  expect(ahead.length).toBeGreaterThan(5)
  expect(ahead.filter((moment) => !/mayBeAhead|isNext/.test(moment))).toEqual([])
})
