import type { Rule } from './rule-type.ts'

type Definition = Rule['definition']

/** A rule as the fields of a form hold it: texts, and nothing that is absent. */
export type RuleDraft = {
  name: string
  position: string
  /** Ids of channels; undefined for all. */
  channels: readonly string[] | undefined
  minUrgency: string
  minPurchaseIntent: string
  minScore: string
  scoreVersion: string
  platforms: string
  listeners: string
  classifications: string
  signalCategories: string
  accountKeys: string
  keywords: string
  assigned: string
  mode: string
  cron: string
  timeZone: string
  groupBy: string
  throttleCount: string
  throttleMinutes: string
  quietFrom: string
  quietTo: string
  quietBypass: boolean
  continue: boolean
  backfill: boolean
}

/** A list of ids is split at commas, a list of texts at lines: texts may contain commas. */
const lists = {
  platforms: ',',
  listeners: ',',
  classifications: ',',
  signalCategories: ',',
  accountKeys: '\n',
  keywords: '\n',
} as const

const minuteMs = 60_000

export function draftOf(rule: Rule | undefined): RuleDraft {
  const definition = rule?.definition
  const conditions: Partial<Definition['conditions']> = definition?.conditions ?? {}
  const listed = (name: keyof typeof lists): string =>
    (conditions[name] ?? []).join(lists[name] === ',' ? ', ' : '\n')
  const { assigned } = conditions
  return {
    name: rule?.name ?? '',
    position: rule === undefined ? '' : String(rule.position),
    channels: definition === undefined || definition.channels === 'all' ? undefined : definition.channels,
    minUrgency: conditions.minUrgency ?? '',
    minPurchaseIntent: conditions.minPurchaseIntent ?? '',
    minScore: String(conditions.minScore ?? ''),
    scoreVersion: String(conditions.scoreVersion ?? ''),
    platforms: listed('platforms'),
    listeners: listed('listeners'),
    classifications: listed('classifications'),
    signalCategories: listed('signalCategories'),
    accountKeys: listed('accountKeys'),
    keywords: listed('keywords'),
    assigned: assigned === undefined ? '' : String(assigned),
    mode: definition?.mode ?? 'instant',
    cron: definition?.cron ?? '0 9 * * *',
    timeZone: definition?.timeZone ?? 'UTC',
    groupBy: definition?.groupBy ?? 'none',
    throttleCount: String(definition?.throttle?.count ?? ''),
    throttleMinutes: definition?.throttle ? String(definition.throttle.windowMs / minuteMs) : '60',
    quietFrom: definition?.quiet?.from ?? '',
    quietTo: definition?.quiet?.to ?? '',
    quietBypass: definition?.quiet?.bypassImmediate ?? false,
    continue: definition?.continue ?? false,
    backfill: definition?.backfill ?? false,
  }
}

/** What the server takes. It judges the values and names the member that is wrong. */
export function definitionOf(draft: RuleDraft): Definition {
  const conditions: Record<string, unknown> = {
    ...given('minUrgency', draft.minUrgency),
    ...given('minPurchaseIntent', draft.minPurchaseIntent),
    ...given('minScore', draft.minScore, Number),
    ...given('scoreVersion', draft.scoreVersion, Number),
    ...given('assigned', draft.assigned, (text) => text === 'true'),
  }
  for (const [name, separator] of Object.entries(lists)) {
    // The cast: the entries are those of the lists.
    const values = split(draft[name as keyof typeof lists], separator)
    if (values.length > 0) conditions[name] = values
  }
  const { mode, cron, timeZone, groupBy, quietFrom, quietTo, throttleCount, throttleMinutes } = draft
  const definition = {
    ...{ conditions, mode, cron, timeZone, groupBy, continue: draft.continue, backfill: draft.backfill },
    channels: draft.channels ?? 'all',
    throttle:
      throttleCount === ''
        ? null
        : { count: Number(throttleCount), windowMs: Number(throttleMinutes) * minuteMs },
    quiet:
      quietFrom === '' && quietTo === ''
        ? null
        : { from: quietFrom, to: quietTo, bypassImmediate: draft.quietBypass },
  }
  // The cast: a form holds texts; the server refuses what is not a definition.
  return definition as Definition
}

function given(name: string, text: string, read: (text: string) => unknown = (same) => same) {
  return text.trim() === '' ? {} : { [name]: read(text.trim()) }
}

function split(text: string, separator: string): string[] {
  return text
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== '')
}
