import { escalationDefinitionSchema } from '@signalpost/domain'
import { expect, test } from 'vitest'
import { createCommand, editCommand } from './escalation-command.ts'
import { definitionOf, draftOf, withStep } from './escalation-draft.ts'

const escalation = (definition: object) => ({
  ...{ escalationId: 'esc_1', name: 'Hot leads', createdAt: '2026-11-20T09:00:00.000Z', endedAt: null },
  definition: escalationDefinitionSchema.parse({
    steps: [{ afterMs: 300_000, channelId: 'chn_1' }],
    ...definition,
  }),
})

const full = {
  conditions: { minUrgency: 'high', keywords: ['need, now', 'help'], assigned: false },
  unless: ['read', 'acknowledged'],
  steps: [
    { afterMs: 1_000, channelId: 'chn_1' },
    { afterMs: 7_200_000, channelId: 'chn_2', personId: 'usr_ada' },
  ],
  ...{ hours: 'Mo-Fr 09:00-18:00', timeZone: 'Europe/Berlin', holidays: ['2026-12-25', '2027-01-01'] },
  repeat: 2,
}

test.each([[{}], [full]])('an unchanged form sends the escalation as it is stored: %j', (definition) => {
  const stored = escalation(definition)
  expect(escalationDefinitionSchema.parse(definitionOf(draftOf(stored)))).toEqual(stored.definition)
})

test('a new form has one step, and each that is added is due later', () => {
  const draft = withStep(withStep(draftOf(undefined, 'chn_1')))
  expect(draft.steps.map(({ key, after, channelId }) => [key, after, channelId])).toEqual([
    [0, '15m', 'chn_1'],
    [1, '30m', 'chn_1'],
    [2, '1h', 'chn_1'],
  ])
})

test('a time that is none is refused', () => {
  const draft = draftOf(escalation({}))
  const wrong = { ...draft, steps: draft.steps.map((step) => ({ ...step, after: 'soon' })) }
  expect(escalationDefinitionSchema.safeParse(definitionOf(wrong)).success).toBe(false)
})

test('the command of a new escalation has all that the form has', () => {
  const { definition } = escalation(full)
  expect(createCommand('org_one', { name: 'Hot leads', definition })).toBe(
    `./signalpost escalation create --workspace org_one --name 'Hot leads' --min-urgency high --keyword 'need, now' --keyword help --assigned no --unless read --unless acknowledged --step 1s:chn_1 --step 2h:chn_2@usr_ada --hours 'Mo-Fr 09:00-18:00' --time-zone Europe/Berlin --holiday 2026-12-25 --holiday 2027-01-01 --repeat 2`,
  )
})

test('the command of a change has what differs, and clears what is gone', () => {
  const { definition } = escalation({ steps: full.steps, repeat: 3 })
  expect(editCommand(escalation(full), { name: 'Hot leads', definition })).toBe(
    './signalpost escalation edit esc_1 --repeat 3 --clear min-urgency --clear keyword --clear assigned --clear unless --clear hours --clear time-zone --clear holiday',
  )
})
