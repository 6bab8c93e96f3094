import { expect, test } from 'vitest'
import { diffLines } from './bodies/diff-lines.ts'
import { viewBody } from './bodies/view-body.ts'
import { command } from './command.ts'
import {
  inReadersZone,
  localTime,
  nextTime,
  pastTime,
  relativeTime,
  universalTime,
  wordsOfSeconds,
} from './moments.ts'
import { showControls } from './show-controls.ts'
import { durationMsOf, durationTextOf, momentOf } from './since.ts'

test('spells out invisible and bidirectional characters, and keeps the rest', () => {
  expect(showControls('a\u202eb\u0000c\u200bd')).toBe('a⟨U+202E⟩b⟨U+0000⟩c⟨U+200B⟩d')
  expect(showControls('zeile\n\té 🇩🇪 👩‍💻')).toBe('zeile\n\té 🇩🇪 👩‍💻')
})

test('quotes the words of a command for a shell', () => {
  expect(command(['source', 'create'], { name: "Ada's CRM", scheme: undefined })).toBe(
    `./signalpost source create --name 'Ada'\\''s CRM'`,
  )
})

test.each([
  [0, '0 s'],
  [22, '22 s'],
  [80, '1 min 20 s'],
  [7_200, '2 h'],
  [7_261, '2 h 1 min'],
  [273_600, '3 d 4 h'],
])('says %i seconds as %s', (seconds, words) => {
  expect(wordsOfSeconds(seconds)).toBe(words)
})

test('says when something happened, relative and exact', () => {
  const at = new Date('2026-11-20T09:00:00.123Z')
  expect(relativeTime(at, at.getTime() + 200)).toBe('now')
  expect(relativeTime(at, at.getTime() + 90_000)).toBe('1 min ago')
  expect(relativeTime(at, at.getTime() - 7_200_000)).toBe('in 2 h')
  expect(nextTime(at, at.getTime() - 42_000)).toBe('in 42 s')
  expect(nextTime(at, at.getTime() + 1_000)).toBe('now')
  expect(nextTime(at, at.getTime() + 180_000)).toBe('due 3 min ago')
  expect(universalTime(at)).toBe('2026-11-20 09:00:00.123 UTC')
  const ofReader = new Date(2026, 10, 20, 9, 5, 7)
  expect([localTime(ofReader), localTime(ofReader, 'minute')]).toEqual([
    '20 Nov 2026, 09:05:07',
    '20 Nov 2026, 09:05',
  ])
})

test('puts the moments of a sentence into the zone of its reader', () => {
  const at = new Date('2026-11-20T09:05:00Z')
  for (const moment of ['2026-11-20 09:05 UTC', '2026-11-20T09:05:00.000Z', '2026-11-20T09:05:00Z'])
    expect(inReadersZone(`No sync since ${moment}. Why?`)).toBe(
      `No sync since ${localTime(at, 'minute')}. Why?`,
    )
  for (const text of ['at 2026-11-20T99:99Z', 'on 2026-11-20', '09:05 UTC'])
    expect(inReadersZone(text)).toBe(text)
})

test.each([1, 900, 1_000, 60_000, 7_200_000])(
  'never says that what has happened lies ahead, with a clock that is %i ms behind',
  (behindMs) => {
    const at = new Date('2026-11-20T09:00:00.123Z')
    expect(pastTime(at, at.getTime() - behindMs)).toBe('now')
    expect(pastTime(at, at.getTime() + 90_000)).toBe('1 min ago')
  },
)

test('reads a filter of time as the command line does', () => {
  const nowMs = Date.parse('2026-11-20T09:00:30Z')
  expect(momentOf('24h', nowMs)).toBe('2026-11-19T09:00:00.000Z')
  expect(momentOf('2026-11-01', nowMs)).toBe('2026-11-01T00:00:00.000Z')
  expect(momentOf('soon', nowMs)).toBe(undefined)
  expect(momentOf(undefined, nowMs)).toBe(undefined)
})

test('reads and writes durations as the command line does', () => {
  for (const text of ['30s', '90s', '5m', '2h', '36h', '30d']) {
    expect(durationTextOf(durationMsOf(text) ?? 0)).toBe(text)
  }
  expect(durationTextOf(7_200_000)).toBe('2h')
  expect(['soon', '5', '1.5h', ''].map(durationMsOf)).toEqual([undefined, undefined, undefined, undefined])
})

test('names the lines in which two contents differ, with their neighbours', () => {
  const [first, second] = ['{\n  "a": 1,\n  "b": 2\n}', '{\n  "a": 1,\n  "b": 3,\n  "c": 4\n}']
  expect(diffLines(first, second)).toEqual([
    { side: 'both', text: '{' },
    { side: 'both', text: '  "a": 1,' },
    { side: 'first', text: '  "b": 2' },
    { side: 'second', text: '  "b": 3,' },
    { side: 'second', text: '  "c": 4' },
    { side: 'both', text: '}' },
  ])
  expect(diffLines(first, first).every(({ side }) => side === 'both')).toBe(true)
})

test('shows bytes as JSON, as they are and in hex, and cuts what no one reads', () => {
  const bytes = new TextEncoder().encode('{"a":1}')
  expect(viewBody(bytes, 'json').text).toBe('{\n  "a": 1\n}')
  expect(viewBody(bytes, 'raw').text).toBe('{"a":1}')
  expect(viewBody(bytes, 'hex').text).toMatch(/^000000 {2}7b 22 61 .*\{"a":1\}$/)
  expect(viewBody(new Uint8Array(1_000_000), 'raw')).toMatchObject({ isCut: true })
})
