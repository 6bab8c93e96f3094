import { expect, test } from 'vitest'
import { command } from './command.ts'
import { groupRejections } from './group-rejections.ts'
import { exactTime, relativeTime } from './moments.ts'
import { showControls } from './show-controls.ts'
import { momentOf } from './since.ts'
import { viewBody } from './view-body.ts'

test('spells out invisible and bidirectional characters, and keeps the rest', () => {
  expect(showControls('a\u202eb\u0000c\u200bd')).toBe('a⟨U+202E⟩b⟨U+0000⟩c⟨U+200B⟩d')
  expect(showControls('zeile\n\té 🇩🇪 👩‍💻')).toBe('zeile\n\té 🇩🇪 👩‍💻')
})

test('quotes the words of a command for a shell', () => {
  expect(command(['source', 'create'], { name: "Ada's CRM", scheme: undefined })).toBe(
    `./signalpost source create --name 'Ada'\\''s CRM'`,
  )
})

test('says when something happened, relative and exact', () => {
  const at = new Date('2026-11-20T09:00:00.123Z')
  expect(relativeTime(at, at.getTime() + 200)).toBe('now')
  expect(relativeTime(at, at.getTime() + 90_000)).toBe('1 min ago')
  expect(relativeTime(at, at.getTime() - 7_200_000)).toBe('in 2 h')
  expect(exactTime(at)).toBe('2026-11-20 09:00:00.123 UTC')
})

test('reads a filter of time as the command line does', () => {
  const nowMs = Date.parse('2026-11-20T09:00:30Z')
  expect(momentOf('24h', nowMs)).toBe('2026-11-19T09:00:00.000Z')
  expect(momentOf('2026-11-01', nowMs)).toBe('2026-11-01T00:00:00.000Z')
  expect(momentOf('soon', nowMs)).toBe(undefined)
  expect(momentOf(undefined, nowMs)).toBe(undefined)
})

test('groups refusals by source and by what explains them, the largest first', () => {
  const rejection = (finding: string, at: string) => ({
    ...{ sourceId: 'src_1', reason: 'mismatch', finding, detail: null, advice: 'Sign it.', at },
  })
  const groups = groupRejections([
    rejection('unexplained', '2'),
    rejection('ended_secret', '3'),
    rejection('ended_secret', '1'),
  ])
  expect(groups).toMatchObject([
    { finding: 'ended_secret', count: 2, firstAt: '1', lastAt: '3', advice: 'Sign it.' },
    { finding: 'unexplained', count: 1, firstAt: '2', lastAt: '2' },
  ])
})

test('shows bytes as JSON, as they are and in hex, and cuts what no one reads', () => {
  const bytes = new TextEncoder().encode('{"a":1}')
  expect(viewBody(bytes, 'json').text).toBe('{\n  "a": 1\n}')
  expect(viewBody(bytes, 'raw').text).toBe('{"a":1}')
  expect(viewBody(bytes, 'hex').text).toMatch(/^000000 {2}7b 22 61 .*\{"a":1\}$/)
  expect(viewBody(new Uint8Array(1_000_000), 'raw')).toMatchObject({ isCut: true })
})
