import {
  type ConditionDraft,
  conditionDraftOf,
  conditionsOf,
} from '../../parts/conditions/condition-draft.ts'
import type { Rule } from './rule-type.ts'

type Definition = Rule['definition']

/** A rule as the fields of a form hold it: texts, and nothing that is absent. */
export type RuleDraft = {
  conditions: ConditionDraft
  name: string
  position: string
  /** Ids of channels; undefined for all. */
  channels: readonly string[] | undefined
  mode: string
  cron: string
  timeZone: string
  groupBy: string
  throttleCount: string
  throttleMinutes: string
  quietFrom: string
  quietTo: string
  quietBypass: boolean
  language: string
  parts: readonly string[]
  subject: string
  /** Ids of people who get the leads in turn. */
  assign: readonly string[]
  continue: boolean
  backfill: boolean
}

const minuteMs = 60_000

/** When a rule sends, in words. */
export const modeTitles: Record<Definition['mode'], string> = { instant: 'at once', digest: 'in digests' }

/** The parts of a message that can be left out. */
export const allParts = [
  { value: 'facts', title: 'Classification and author' },
  { value: 'why', title: 'Why it matters' },
  { value: 'need', title: 'Likely need' },
  { value: 'opportunity', title: 'Opportunity' },
  { value: 'next_step', title: 'Next step' },
  { value: 'angle', title: 'Angle' },
  { value: 'quote', title: 'What the post says' },
]

export function draftOf(rule: Rule | undefined): RuleDraft {
  const definition = rule?.definition
  return {
    name: rule?.name ?? '',
    position: rule === undefined ? '' : String(rule.position),
    channels: definition === undefined || definition.channels === 'all' ? undefined : definition.channels,
    conditions: conditionDraftOf(definition?.conditions),
    mode: definition?.mode ?? 'instant',
    cron: definition?.cron ?? '0 9 * * *',
    timeZone: definition?.timeZone ?? 'UTC',
    groupBy: definition?.groupBy ?? 'none',
    throttleCount: String(definition?.throttle?.count ?? ''),
    throttleMinutes: definition?.throttle ? String(definition.throttle.windowMs / minuteMs) : '60',
    quietFrom: definition?.quiet?.from ?? '',
    quietTo: definition?.quiet?.to ?? '',
    quietBypass: definition?.quiet?.bypassImmediate ?? false,
    language: definition?.language ?? 'en',
    parts: definition?.parts ?? allParts.map(({ value }) => value),
    subject: definition?.subject ?? '',
    assign: definition?.assign?.roundRobin ?? [],
    continue: definition?.continue ?? false,
    backfill: definition?.backfill ?? false,
  }
}

/** What the server takes. It judges the values and names the member that is wrong. */
export function definitionOf(draft: RuleDraft): Definition {
  const conditions = conditionsOf(draft.conditions)
  const { mode, cron, timeZone, groupBy, quietFrom, quietTo, throttleCount, throttleMinutes } = draft
  const definition = {
    ...{ conditions, mode, cron, timeZone, groupBy, continue: draft.continue, backfill: draft.backfill },
    channels: draft.channels ?? 'all',
    throttle:
      throttleCount === ''
        ? null
        : { count: Number(throttleCount), windowMs: Number(throttleMinutes) * minuteMs },
    language: draft.language,
    parts: draft.parts.length === allParts.length ? null : draft.parts,
    subject: draft.subject === '' ? null : draft.subject,
    assign: draft.assign.length === 0 ? null : { roundRobin: draft.assign },
    quiet:
      quietFrom === '' && quietTo === ''
        ? null
        : { from: quietFrom, to: quietTo, bypassImmediate: draft.quietBypass },
  }
  // The cast: a form holds texts; the server refuses what is not a definition.
  return definition as Definition
}
