import { writeEvents } from '@signalpost/database/records'
import { storeSignal } from '../store-records.ts'
import type { PageCase } from './page-case.ts'

/** A signal that a stranger assigned. */
export const timelinePages: PageCase = async ({ console, orgId, hostile, longWord }) => {
  const id = `sig_<img/src=x>${'y'.repeat(180)}`
  await storeSignal(console.database, orgId, { id, title: hostile, excerpt: longWord })
  const user = '<script>window.harm=1</script>'
  const event = {
    ...{ orgId, idPrefix: 'api_' as const, type: 'signal.assigned' },
    dataAt: (at: string) => ({ signalId: id, assignedTo: { userId: user, at, by: user } }),
  }
  await console.database
    .transaction()
    .execute((transaction) => writeEvents(transaction, [event], { nowMs: Date.now() }))
  return [
    ['Timeline', `/w/${orgId}/signals/${encodeURIComponent(id)}/timeline`],
    ['Timeline', `/w/${orgId}/signals/${encodeURIComponent(id)}/timeline?stage=attempt`],
  ]
}
