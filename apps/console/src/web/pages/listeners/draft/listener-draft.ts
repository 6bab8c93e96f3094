import type { CallInput } from '../../../api/call.ts'
import type { Listener } from '../listener-type.ts'

/** A text for a platform, such as a query. `key` tells it from others while it is typed. */
export type Pair = { key: string; platform: string; text: string }

/** A listener as its form has it. Lists of short texts have a line for each. */
export type ListenerDraft = {
  name: string
  mode: string
  objective: string
  keywords: string
  exclusions: string
  queries: readonly Pair[]
  boards: readonly Pair[]
  profile: Record<string, string>
  runs: 'every' | 'cron'
  everyMinutes: string
  cron: string
  timeZone: string
  sensitivity: string
}

export type ListenerBody = NonNullable<CallInput<'POST /console/api/w/{orgId}/listeners'>['body']>
type Query = ListenerBody['plan']['queries'][number] & { runnable?: boolean | undefined }
type Plan = Omit<ListenerBody['plan'], 'profile' | 'queries'> & {
  profile?: object
  queries: readonly Query[]
}

/** What the profile of each mode holds, with its label. */
export const profileFields: Record<string, readonly (readonly [name: string, label: string])[]> = {
  market: [['targetRoles', 'Roles of buyers']],
  places: [
    ['categories', 'Kinds of places'],
    ['locations', 'Locations'],
  ],
  rivals: [
    ['rivals', 'Rivals'],
    ['painVocabulary', 'Complaint words'],
  ],
}

export const emptyDraft: ListenerDraft = {
  ...{ name: '', mode: 'market', objective: 'find_customers', keywords: '', exclusions: '' },
  ...{ queries: [], boards: [], profile: {}, runs: 'every', everyMinutes: '30', cron: '', timeZone: 'UTC' },
  sensitivity: 'balanced',
}

export function draftOf({ name, schedule, sensitivity, own, ...plan }: Listener): ListenerDraft {
  const isCron = schedule !== null && 'cron' in schedule
  return {
    ...draftOfPlan({ ...emptyDraft, name, sensitivity }, plan),
    boards: pairsOf((own?.boards ?? []).map(({ platform, board }) => [platform, board])),
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
    queries: pairsOf(runnableFirst(queries).map(({ source, query }) => [source, query])),
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
      queries: filled(draft.queries).map(({ platform: source, text: query }) => ({ source, query })),
      profile: Object.fromEntries(fields.map(([field]) => [field, linesOf(profile[field] ?? '')])),
    },
    schedule: draft.runs === 'cron' ? { cron, timezone } : { everyMinutes: Number(everyMinutes), timezone },
    sensitivity,
    boards: filled(draft.boards).map(({ platform, text: board }) => ({ platform, board })),
  }
  // The cast: it has the texts that people typed.
  return body as ListenerBody
}

export function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

function runnableFirst(queries: readonly Query[]): Query[] {
  return queries.toSorted((a, b) => Number(b.runnable !== false) - Number(a.runnable !== false))
}

function pairsOf(pairs: readonly (readonly [platform: string, text: string])[]): Pair[] {
  return pairs.map(([platform, text], index) => ({ key: `${index} ${platform} ${text}`, platform, text }))
}

/** Leaves out rows that were added and say nothing, so that the server counts as the form does. */
export function withoutEmptyRows(draft: ListenerDraft): ListenerDraft {
  return { ...draft, queries: filled(draft.queries), boards: filled(draft.boards) }
}

function filled(pairs: readonly Pair[]): Pair[] {
  return pairs.map((pair) => ({ ...pair, text: pair.text.trim() })).filter(({ text }) => text !== '')
}
