import { expect, test } from 'vitest'
import { ruleDefinitionSchema } from './rule.ts'
import { nextCronMs } from './schedule.ts'
import { isSilenced } from './silence.ts'

test.each([
  ['cron', { cron: '@daily' }],
  ['cron', { cron: '0 9 * *' }],
  ['cron', { cron: '0 0 9 * * *' }],
  ['cron', { cron: '0 0 31 2 *' }],
  ['timeZone', { timeZone: '+01:00' }],
  ['timeZone', { timeZone: 'Nowhere/Town' }],
  ['channels', { channels: [] }],
  ['quiet', { quiet: { from: '22:00', to: '22:00' } }],
  ['quiet.to', { quiet: { from: '22:00', to: '24:00' } }],
  ['conditions.accountKeys.0', { conditions: { accountKeys: ['example.com'] } }],
  ['throttle.count', { throttle: { count: 0, windowMs: 60_000 } }],
])('refuses a wrong %s: %j', (path, members) => {
  const parsed = ruleDefinitionSchema.safeParse({ channels: 'all', ...members })
  expect(parsed.error?.issues.map((issue) => issue.path.join('.'))).toEqual([path])
})

test.each([
  ['0 9 * * *', '2026-03-28T09:00:00Z', '2026-03-29T07:00:00.000Z'],
  ['0 9 * * *', '2026-10-25T06:00:00Z', '2026-10-25T08:00:00.000Z'],
  // Local time skips 02:30 in spring and has it twice in autumn; the schedule runs once each time.
  ['30 2 * * *', '2026-03-29T00:00:00Z', '2026-03-29T01:00:00.000Z'],
  ['30 2 * * *', '2026-10-25T00:00:00Z', '2026-10-25T00:30:00.000Z'],
  ['30 2 * * *', '2026-10-25T00:30:00Z', '2026-10-26T01:30:00.000Z'],
  ['0 9 * * 1-5', '2026-11-20T08:00:00.000Z', '2026-11-23T08:00:00.000Z'],
])('%s in Berlin, after %s, is next at %s', (cron, after, next) => {
  const nextMs = nextCronMs({ cron, timeZone: 'Europe/Berlin' }, Date.parse(after))
  expect(new Date(nextMs).toISOString()).toBe(next)
})

test('a silence mutes signals that match all its conditions, until it ends', () => {
  const signal = { accountKey: 'd:a', listenerId: 'lst_1' }
  const isMuted = (conditions: object, nowMs = 99, about: { accountKey?: string } = signal): boolean =>
    isSilenced([{ id: 'sil_1', conditions, untilMs: 100 }], {
      signal: { listenerId: 'lst_1', ...about },
      ruleId: 'rul_1',
      nowMs,
    })
  expect(isMuted({})).toBe(true)
  expect(isMuted({}, 100)).toBe(false)
  expect(isMuted({ accountKey: 'd:a', listenerId: 'lst_1', ruleId: 'rul_1' })).toBe(true)
  expect(isMuted({ accountKey: 'd:a', listenerId: 'lst_2' })).toBe(false)
  expect(isMuted({ ruleId: 'rul_2' })).toBe(false)
  expect(isMuted({ accountKey: 'd:a' }, 99, {})).toBe(false)
})
