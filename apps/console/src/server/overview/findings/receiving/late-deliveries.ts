import type { Facts } from '../../facts.ts'
import { defineFinding } from '../../finding.ts'
import { counted, duration } from '../../words.ts'

/** How long a due delivery may wait before it is late. */
const lateSeconds = 10

export const lateDeliveries = defineFinding({
  kind: 'late_deliveries',
  find: ({ orgId, trouble: { overdueSeconds }, ledger }) =>
    overdueSeconds <= lateSeconds
      ? []
      : [
          {
            harm: 'late',
            summary: `${counted(waitingIn(ledger), 'delivery waits', 'deliveries wait')}; the first has been due for ${duration(overdueSeconds)}.`,
            remedy: 'Check that a worker runs: ./signalpost doctor names what it waits for.',
            link: `/w/${orgId}/deliveries?status=queued`,
          },
        ],
})

/** Of the last seven days. One that is older and waits again is not among them. */
function waitingIn(ledger: Facts['ledger']): number {
  return Math.max(1, ledger['7d'].queued)
}
