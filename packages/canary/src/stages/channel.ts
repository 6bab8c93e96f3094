import { listAlerts } from '@signalpost/database/dispatches'
import type { Stage } from '../stage.ts'

/** Waits until the channel's receiver has accepted the alert. */
export const channelStage: Stage = {
  stage: 'channel',
  pollMs: 500,
  isWatched: ({ channelId }) => channelId !== null,
  look: async ({ database, nowMs }, { canary: { orgId, channelId }, signalId }) => {
    if (channelId === null) return 'reached'
    const paging = { limit: 1, nowMs: nowMs() }
    const [alert] = await listAlerts(database, { orgId, signalId, channelId }, paging)
    if (alert === undefined) return { waitsFor: 'no rule has announced the signal' }
    if (alert.status === 'sent') return 'reached'
    const why = alert.reason === null ? '' : ` (${alert.reason})`
    const said = `the status of the alert is ${alert.status}${why}`
    return alert.status === 'pending' ? { waitsFor: said } : { fails: said }
  },
}
