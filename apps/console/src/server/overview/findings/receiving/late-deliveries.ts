import { defineFinding } from '../../finding.ts'
import { counted, duration } from '../../words.ts'

/** How long a due delivery may wait before it is late. */
const lateSeconds = 10

export const lateDeliveries = defineFinding({
  kind: 'late_deliveries',
  find: ({ orgId, trouble: { overdueSeconds, queued } }) =>
    overdueSeconds <= lateSeconds
      ? []
      : [
          {
            harm: 'late',
            summary: `${counted(queued, 'delivery waits', 'deliveries wait')}; the first has been due for ${duration(overdueSeconds)}.`,
            remedy: 'Check that a worker runs: ./signalpost doctor names what it waits for.',
            link: `/w/${orgId}/deliveries?status=queued`,
          },
        ],
})
