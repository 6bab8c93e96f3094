import { ruleDefinitionSchema } from '@signalpost/domain'
import { expect, test } from 'vitest'
import { definitionOf, draftOf } from './rule-draft.ts'

const rule = (definition: object) => ({
  ...{
    ruleId: 'rul_1',
    name: 'Rule',
    waiting: 0,
    position: 2,
    enabled: true,
    createdAt: '2026-11-20T09:00:00.000Z',
  },
  definition: ruleDefinitionSchema.parse({ channels: 'all', ...definition }),
})

test.each([
  [{}],
  [
    {
      channels: ['chn_1', 'chn_2'],
      mode: 'digest',
      cron: '*/5 * * * *',
      timeZone: 'Europe/Berlin',
      groupBy: 'account',
    },
  ],
  [
    {
      throttle: { count: 5, windowMs: 5_400_000 },
      quiet: { from: '22:00', to: '07:00', bypassImmediate: true },
    },
  ],
  [{ continue: true, backfill: true, conditions: { assigned: false, minScore: 0, scoreVersion: 3 } }],
  [
    {
      conditions: {
        ...{
          platforms: ['x', 'g2'],
          listeners: ['lst_1'],
          classifications: ['relevant'],
          signalCategories: ['growth'],
        },
        ...{ accountKeys: ['n:Smith, Jones'], keywords: ['need, now', 'help'], minUrgency: 'high' },
      },
    },
  ],
])('an unchanged form sends the rule as it is stored: %j', (definition) => {
  const stored = rule(definition)
  expect(ruleDefinitionSchema.parse(definitionOf(draftOf(stored)))).toEqual(stored.definition)
})

test('an empty form is a rule for every signal and all channels', () => {
  expect(ruleDefinitionSchema.parse(definitionOf(draftOf(undefined)))).toEqual(rule({}).definition)
})
