import type { CallInput } from '../../../api/call.ts'
import type { Listener } from '../listener-type.ts'

/** A listener as its form has it: texts, a line for each entry. */
export type ListenerDraft = {
  name: string
  mode: string
  objective: string
  keywords: string
  exclusions: string
  queries: string
  boards: string
  profile: Record<string, string>
  runs: 'every' | 'cron'
  everyMinutes: string
  cron: string
  timeZone: string
  sensitivity: string
}

export type ListenerBody = NonNullable<CallInput<'POST /console/api/w/{orgId}/listeners'>['body']>
type Plan = Omit<ListenerBody['plan'], 'profile'> & { profile?: object }

/** What the profile of each mode holds, with its label. */
export const profileFields: Record<string, readonly (readonly [name: string, label: string])[]> = {
  market: [['targetRoles', 'Roles of buyers']],
  places: [
    ['categories', 'Kinds of places'],
    ['locations', 'Locations'],
  ],
  rivals: [
    ['rivals', 'Rivals'],
    ['painVocabulary', 'Words of complaints'],
  ],
}

export const emptyDraft: ListenerDraft = {
  ...{ name: '', mode: 'market', objective: 'find_customers', keywords: '', exclusions: '', queries: '' },
  ...{ boards: '', profile: {}, runs: 'every', everyMinutes: '30', cron: '', timeZone: 'UTC' },
  sensitivity: 'balanced',
}

export function draftOf({ name, schedule, sensitivity, own, ...plan }: Listener): ListenerDraft {
  const isCron = schedule !== null && 'cron' in schedule
  return {
    ...draftOfPlan({ ...emptyDraft, name, sensitivity }, plan),
    boards: (own?.boards ?? []).map(({ platform, board }) => `${platform}: ${board}`).join('\n'),
    runs: isCron ? 'cron' : 'every',
    everyMinutes: schedule !== null && 'everyMinutes' in schedule ? String(schedule.everyMinutes) : '30',
    ...(isCron && { cron: schedule.cron, timeZone: schedule.timezone }),
  }
}

/** Puts a plan into a draft, and keeps what a plan does not say. */
export function draftOfPlan(draft: ListenerDraft, plan: Plan): ListenerDraft {
  const { mode, objective, keywords, exclusions = [], queries, profile = {} } = plan
  return {
    ...{ ...draft, mode, objective },
    ...{ keywords: keywords.join('\n'), exclusions: exclusions.join('\n') },
    queries: queries.map(({ source, query }) => `${source}: ${query}`).join('\n'),
    profile: Object.fromEntries(
      Object.entries(profile).map(([name, texts]) => [name, Array.isArray(texts) ? texts.join('\n') : '']),
    ),
  }
}

/** The server judges the values, and names what is wrong. */
export function bodyOf(draft: ListenerDraft): ListenerBody {
  const { name, mode, objective, profile, everyMinutes, cron, timeZone: timezone, sensitivity } = draft
  const fields = profileFields[mode] ?? []
  const body = {
    name,
    plan: {
      ...{ mode, objective, keywords: linesOf(draft.keywords), exclusions: linesOf(draft.exclusions) },
      queries: pairsOf(draft.queries).map(([source, query]) => ({ source, query })),
      profile: Object.fromEntries(fields.map(([field]) => [field, linesOf(profile[field] ?? '')])),
    },
    schedule: draft.runs === 'cron' ? { cron, timezone } : { everyMinutes: Number(everyMinutes), timezone },
    sensitivity,
    boards: pairsOf(draft.boards).map(([platform, board]) => ({ platform, board })),
  }
  // The cast: it has the texts that people typed.
  return body as ListenerBody
}

function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

/** Lines such as `hackernews: looking for a CRM`. */
function pairsOf(text: string): [string, string][] {
  return linesOf(text).map((line) => {
    const colon = line.indexOf(':')
    return colon < 0 ? [line, ''] : [line.slice(0, colon).trim(), line.slice(colon + 1).trim()]
  })
}
