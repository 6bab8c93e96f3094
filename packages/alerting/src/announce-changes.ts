import {
  type Announcement,
  claimAnnouncements,
  type Database,
  isStoreFault,
  setAnnouncementAside,
} from '@signalpost/database'
import { TransientError } from '@signalpost/domain'
import type { Logger } from '@signalpost/runtime'
import type { AlertMetrics } from './alert-metrics.ts'
import type { AlertSettingsCache } from './alert-settings.ts'
import { announceInWorkspace } from './announce-in-workspace.ts'

export type AnnounceDependencies = {
  database: Database
  settings: AlertSettingsCache
  metrics: AlertMetrics
  logger: Logger
  nowMs: () => number
}

const announcedAtOnce = 500

/**
 * Decides for every change that nobody looked at yet what it is told by, and answers how many changes there were.
 * Decisions, messages and the end of the changes are one transaction. A change that makes it fail is set aside alone.
 * A fault of the store throws a TransientError; the changes wait.
 */
export async function announceChanges(
  dependencies: AnnounceDependencies,
  { shouldStop }: { shouldStop: () => boolean },
): Promise<number> {
  let announced = 0
  while (!shouldStop()) {
    const count = await announceOnce(dependencies)
    announced += count
    if (count < announcedAtOnce) break
  }
  return announced
}

async function announceOnce(dependencies: AnnounceDependencies): Promise<number> {
  try {
    return await announceTogether(dependencies, announcedAtOnce)
  } catch (error) {
    throwIfStoreFault(error)
    for (let alone = 0; alone < announcedAtOnce; alone += 1) {
      if (!(await announceAlone(dependencies))) return alone
    }
    return announcedAtOnce
  }
}

async function announceTogether(
  { database, settings, metrics, logger, nowMs }: AnnounceDependencies,
  limit: number,
  onClaim: (claimed: Announcement[]) => void = () => undefined,
): Promise<number> {
  await settings.refresh()
  const startedAtMs = performance.now()
  const { changes, outcomes } = await database.transaction().execute(async (transaction) => {
    const claimed = await claimAnnouncements(transaction, limit)
    onClaim(claimed)
    const byWorkspace = Map.groupBy(claimed, ({ orgId }) => orgId)
    const announced = []
    // In one order everywhere: deciding locks each workspace.
    for (const orgId of [...byWorkspace.keys()].sort()) {
      const about = { orgId, changes: byWorkspace.get(orgId) ?? [], nowMs: nowMs() }
      announced.push(await announceInWorkspace(transaction, await settings.get(orgId), about))
    }
    return { changes: claimed.length, outcomes: announced }
  })
  if (changes === 0) return 0
  const decisions = outcomes.flatMap((outcome) => outcome.decisions)
  const events = outcomes.reduce((sum, outcome) => sum + outcome.events, 0)
  metrics.countDecisions(decisions)
  const durationMs = Math.round(performance.now() - startedAtMs)
  logger.info({ changes, dispatches: decisions.length, events, durationMs }, 'changes.announced')
  return changes
}

async function announceAlone(dependencies: AnnounceDependencies): Promise<boolean> {
  let failing: Announcement | undefined
  try {
    const count = await announceTogether(dependencies, 1, ([claimed]) => {
      failing = claimed
    })
    return count > 0
  } catch (error) {
    throwIfStoreFault(error)
    if (failing === undefined) throw error
    const { announcementId, orgId, record, recordId } = failing
    const message = error instanceof Error ? error.message : String(error)
    await setAnnouncementAside(dependencies.database, { announcementId, error: message })
    dependencies.logger.error({ announcementId, orgId, record, recordId, err: error }, 'change.set-aside')
    return true
  }
}

function throwIfStoreFault(error: unknown): void {
  if (isStoreFault(error)) throw new TransientError('The store could not be used.', { cause: error })
}
