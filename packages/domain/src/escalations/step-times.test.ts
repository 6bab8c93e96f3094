import { describe, expect, test } from 'vitest'
import { dayMs, hourMs, minuteMs } from '../durations.ts'
import { type EscalationDefinition, escalationDefinitionSchema } from './escalation.ts'
import { firstStep, firstStepFrom, sendableMs, stepDueMs, stepsFrom } from './step-times.ts'

const storedAtMs = Date.parse('2026-11-20T10:00:00Z')
const steps = [5, 15, 60].map((minutes) => ({ afterMs: minutes * minuteMs, channelId: 'chn_1' }))

function escalation(members: object = {}): EscalationDefinition {
  return escalationDefinitionSchema.parse({ steps, ...members })
}

describe('steps', () => {
  test('are due after the first storing, and a further round begins with the last step of the one before', () => {
    const timed = escalation({ repeat: 1 })
    const due = stepsFrom(timed, firstStep).map(
      (place) => (stepDueMs(timed, storedAtMs, place) - storedAtMs) / minuteMs,
    )
    expect(due).toEqual([5, 15, 60, 65, 75, 120])
  })

  test('end after the last round', () => {
    const timed = escalation({ repeat: 2 })
    expect(firstStepFrom(timed, { round: 2, step: 4 })).toEqual({ round: 3, step: 1 })
    expect(firstStepFrom(timed, { round: 3, step: 3 })).toEqual({ round: 3, step: 3 })
    expect(firstStepFrom(timed, { round: 3, step: 4 })).toBeUndefined()
  })

  test('that an edit took away are passed over', () => {
    expect(firstStepFrom(escalation(), { round: 2, step: 1 })).toBeUndefined()
    expect(firstStepFrom(escalation({ repeat: 3 }), { round: 1, step: 9 })).toEqual({ round: 2, step: 1 })
  })

  test('wait for business hours, which alone count', () => {
    const timed = escalation({ hours: 'Mo-Fr 09:00-18:00', timeZone: 'America/New_York' })
    const due = stepDueMs(timed, storedAtMs, { round: 1, step: 2 })
    expect(new Date(due).toISOString()).toBe('2026-11-20T14:15:00.000Z')
    expect(new Date(sendableMs(timed, Date.parse('2026-11-21T12:00:00Z'))).toISOString()).toBe(
      '2026-11-23T14:00:00.000Z',
    )
  })

  test.each<[object, string]>([
    [{ steps: [] }, 'steps'],
    [{ steps: [steps[1], steps[0]] }, 'steps'],
    [{ steps: [{ afterMs: 999, channelId: 'chn_1' }] }, 'afterMs'],
    [{ steps: [{ afterMs: 31 * dayMs, channelId: 'chn_1' }] }, 'afterMs'],
    [{ repeat: 11 }, 'repeat'],
    [{ hours: 'nine to five' }, 'hours'],
    [{ timeZone: 'Mars/Olympus' }, 'timeZone'],
    [{ holidays: ['2026-12-25'] }, 'holidays'],
    [{ hours: 'Mo-Fr 09:00-18:00', holidays: ['25.12.2026'] }, 'holidays'],
    [{ hours: 'Mo-Fr 09:00-18:00', holidays: ['2026-02-29'] }, 'holidays'],
    [{ unless: [] }, 'unless'],
    [{ unless: ['seen'] }, 'unless'],
  ])('refuse %j', (members, path) => {
    const parsed = escalationDefinitionSchema.safeParse({ steps, ...members })
    expect(parsed.error?.issues[0]?.path).toContain(path)
  })

  test('wait for the end of a holiday, each of which is kept once', () => {
    const holidays = ['2026-12-25', '2026-11-20', '2026-11-20']
    const timed = escalation({ hours: 'Mo-Fr 09:00-18:00', timeZone: 'America/New_York', holidays })
    expect(timed.holidays).toEqual(['2026-11-20', '2026-12-25'])
    const due = stepDueMs(timed, storedAtMs, { round: 1, step: 2 })
    expect(new Date(due).toISOString()).toBe('2026-11-23T14:15:00.000Z')
  })

  test('may share a moment', () => {
    const both = [
      { afterMs: hourMs, channelId: 'chn_1' },
      { afterMs: hourMs, channelId: 'chn_2', personId: 'usr_1' },
    ]
    expect(escalation({ steps: both }).steps).toEqual(both)
  })
})
