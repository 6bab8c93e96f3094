import { createSecretBox, type Database } from '@signalpost/database'
import { writeEvents } from '@signalpost/database/records'
import { createConnection, createSchedule } from '@signalpost/database/searching'
import { dayMs, hourMs } from '@signalpost/domain'
import type { StandInPost } from '@signalpost/testing/platforms'
import type { SignedSource } from '../sending/sender.ts'

/** One listener looks for each, in every workspace. */
const keywords = ['crm', 'help desk', 'invoicing tool', 'payroll service', 'shift planner']
const spreadMs = 2 * dayMs
const endless = { most: 1_000_000, windowMs: hourMs }

export type PlannedListener = { source: SignedSource; index: number }

/** Connects the workspaces to a stand-in, and returns the listeners to create, those of a workspace apart. */
export async function planListeners(
  database: Database,
  { sources, masterKey, url }: { sources: readonly SignedSource[]; masterKey: string; url: string },
): Promise<PlannedListener[]> {
  const secretBox = createSecretBox(Buffer.from(masterKey, 'base64'))
  for (const { orgId } of sources) {
    const place = { orgId, platform: 'hackernews' as const, baseUrl: url }
    await createConnection(database, secretBox, { ...place, budget: endless, secrets: {} })
  }
  return keywords.flatMap((_, index) => sources.map((source) => ({ source, index })))
}

/** Creates a listener that is due at once. */
export async function createListener(
  database: Database,
  { source: { orgId, sourceId }, index }: PlannedListener,
): Promise<void> {
  const listenerId = listenerIdOf(orgId, index)
  const keyword = keywords[index] ?? ''
  const listener = {
    ...{ id: listenerId, name: keyword, mode: 'market', objective: 'find_customers' },
    ...{ keywords: [keyword], exclusions: [], queries: [{ source: 'hackernews', query: `"${keyword}"` }] },
    ...{ sensitivity: 'high', schedule: { everyMinutes: 30 }, profile: { targetRoles: [] } },
  }
  const event = {
    ...{ orgId, idPrefix: 'svc_' as const, type: 'listener.created' as const },
    dataAt: () => ({ listener }),
  }
  await database.transaction().execute(async (transaction) => {
    const settings = { boards: [], backfillMs: 7 * dayMs }
    await createSchedule(transaction, { orgId, listenerId, sourceId, settings })
    await writeEvents(transaction, [event], { nowMs: Date.now() })
  })
}

/** Returns a post that the listeners of one keyword keep. The first half is spread over two days, the other is new. */
export function postOf(id: number, count: number): StandInPost {
  const keyword = keywords[id % keywords.length] ?? ''
  const ageMs = id < count / 2 ? spreadMs * (1 - id / (count / 2)) : 0
  return {
    ...{ id, author: `author${id}`, publishedAtMs: Date.now() - ageMs },
    title: `Can anyone recommend a ${keyword} for team ${id}?`,
    text: `We are looking for a ${keyword} because ours is down. We need it by friday, as soon as possible.`,
  }
}

/** Returns `<listener> <dedupe key>` of each signal that the listeners of a workspace owe for a post. */
export function owedFor(post: StandInPost, orgIds: readonly string[]): string[] {
  return orgIds.map(
    (orgId) => `${listenerIdOf(orgId, post.id % keywords.length)} news.ycombinator.com/item?id=${post.id}`,
  )
}

function listenerIdOf(orgId: string, index: number): string {
  return `lsn_${orgId.slice('org_'.length)}_${index}`
}
