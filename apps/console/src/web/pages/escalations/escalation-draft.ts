import {
  type ConditionDraft,
  conditionDraftOf,
  conditionsOf,
} from '../../parts/conditions/condition-draft.ts'
import { durationMsOf, durationTextOf } from '../../text/since.ts'
import type { Definition, Escalation, Taking } from './escalation-type.ts'

/** The key stays the same while steps before it come and go. */
export type StepDraft = { key: number; after: string; channelId: string; personId: string }

/** An escalation as the fields of a form hold it: texts, and nothing that is absent. */
export type EscalationDraft = {
  conditions: ConditionDraft
  name: string
  unless: readonly Taking[]
  steps: readonly StepDraft[]
  hours: string
  timeZone: string
  holidays: string
  repeat: string
}

const firstAfter = '15m'

/** A new escalation begins with one step to the given channel. */
export function draftOf(escalation: Escalation | undefined, channelId = ''): EscalationDraft {
  const definition = escalation?.definition
  const first: StepDraft = { key: 0, after: firstAfter, channelId, personId: '' }
  return {
    name: escalation?.name ?? '',
    conditions: conditionDraftOf(definition?.conditions),
    unless: definition?.unless ?? ['assigned'],
    steps: definition?.steps.map((step, key) => ({
      ...{ key, after: durationTextOf(step.afterMs), channelId: step.channelId },
      personId: step.personId ?? '',
    })) ?? [first],
    hours: definition?.hours ?? '',
    timeZone: definition?.timeZone ?? 'UTC',
    holidays: definition?.holidays.join(', ') ?? '',
    repeat: String(definition?.repeat ?? 0),
  }
}

/** Adds a step after the last one, at twice its time and to the same channel. */
export function withStep(draft: EscalationDraft): EscalationDraft {
  const last = draft.steps.at(-1)
  const lastMs = durationMsOf(last?.after ?? '')
  const step: StepDraft = {
    key: Math.max(-1, ...draft.steps.map(({ key }) => key)) + 1,
    after: lastMs === undefined ? firstAfter : durationTextOf(2 * lastMs),
    channelId: last?.channelId ?? '',
    personId: '',
  }
  return { ...draft, steps: [...draft.steps, step] }
}

/** What the server takes. It judges the values and names the member that is wrong. */
export function definitionOf(draft: EscalationDraft): Definition {
  const { unless, steps, hours, timeZone, holidays, repeat } = draft
  return {
    conditions: conditionsOf(draft.conditions),
    unless: [...unless],
    steps: steps.map(({ after, channelId, personId }) => ({
      // No duration is no number, which the server refuses with the range.
      ...{ afterMs: durationMsOf(after.trim()) ?? Number.NaN, channelId },
      ...(personId !== '' && { personId }),
    })),
    hours: hours.trim() === '' ? null : hours.trim(),
    timeZone: timeZone.trim(),
    holidays: holidays.split(/[\s,]+/).filter((date) => date !== ''),
    repeat: repeat.trim() === '' ? 0 : Number(repeat),
  }
}
