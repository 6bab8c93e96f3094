import { expect, test } from 'vitest'
import { bodyOf, draftOf, draftOfPlan, emptyDraft, withoutEmptyRows } from './listener-draft.ts'

const plan = {
  mode: 'rivals' as const,
  objective: 'find_dissatisfaction',
  keywords: ['crm', 'sales tool'],
  exclusions: ['hiring'],
  queries: [{ source: 'hackernews' as const, query: 'a: b' }],
  profile: { rivals: ['Acme'], painVocabulary: ['slow', 'down'] },
}

test('a plan becomes texts and the same plan again', () => {
  const draft = draftOfPlan({ ...emptyDraft, name: 'CRM' }, plan)
  expect(draft.queries).toMatchObject([{ platform: 'hackernews', text: 'a: b' }])
  expect(bodyOf(draft)).toEqual({
    ...{ name: 'CRM', plan, sensitivity: 'balanced', boards: [] },
    schedule: { everyMinutes: 30, timezone: 'UTC' },
  })
})

test('another mode asks for its own profile', () => {
  const draft = {
    ...draftOfPlan(emptyDraft, plan),
    mode: 'places',
    profile: { locations: ' Berlin \n\nKiel' },
  }
  expect(bodyOf(draft).plan.profile).toEqual({ categories: [], locations: ['Berlin', 'Kiel'] })
})

test('a stored listener becomes a draft and the same listener again', () => {
  const moment = '2026-11-20T09:00:00.000Z'
  const stored = {
    ...{ id: 'lsn_1', orgId: 'org_1', name: 'CRM', signalCount: 0, sensitivity: 'high' as const, ...plan },
    schedule: { cron: '0 8 * * 1-5', timezone: 'Europe/Berlin' },
    scheduler: { state: 'idle' as const, lastRunAt: null, nextRunAt: null, lastError: null },
    ...{ createdAt: moment, updatedAt: moment, lastFoundAt: null, good: 0, bad: 0 },
    own: {
      ...{ isPaused: false, sourceId: 'src_1', backfillMs: 0, searches: [], finds: {}, hours: [] },
      costs: { days: 0, runs: 0, platforms: [], models: [] },
      hasSchedule: true,
      boards: [{ platform: 'greenhouse', board: 'acme' }],
    },
  }
  expect(bodyOf(draftOf(stored))).toEqual({
    ...{ name: 'CRM', plan, sensitivity: 'high', schedule: stored.schedule, boards: stored.own.boards },
  })
})

test('rows that say nothing are left out', () => {
  const empty = { key: '1', platform: 'reddit', text: ' ' }
  const filled = { key: '2', platform: 'hackernews', text: ' crm ' }
  const draft = withoutEmptyRows({ ...emptyDraft, queries: [empty, filled], boards: [empty] })
  expect(draft.queries).toEqual([{ key: '2', platform: 'hackernews', text: 'crm' }])
  expect(bodyOf(draft)).toMatchObject({
    plan: { queries: [{ source: 'hackernews', query: 'crm' }] },
    boards: [],
  })
})
