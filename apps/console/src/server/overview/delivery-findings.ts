import type { Facts } from './facts.ts'
import { defineFinding } from './finding.ts'
import { counted, duration, nameOf } from './words.ts'

/** How long a due delivery may wait before it is late. */
const lateSeconds = 10

export const ledgerMismatch = defineFinding({
  kind: 'ledger_mismatch',
  find: ({ orgId, ledger }) =>
    Object.values(ledger).every(addsUp)
      ? []
      : [
          {
            harm: 'lost',
            summary: 'The ledger does not add up.',
            remedy: 'Run ./signalpost doctor and keep the database as it is.',
            link: `/w/${orgId}/deliveries`,
          },
        ],
})

export const deadLetters = defineFinding({
  kind: 'dead_letters',
  find: ({ orgId, trouble, sources }) =>
    trouble.dead.map(({ sourceId, count }) => ({
      harm: 'broken',
      summary: `${counted(count, 'delivery', 'deliveries')} from ${sourceName(sources, sourceId)} could not be applied.`,
      remedy: 'See why, correct the cause, then replay or discard.',
      link: `/w/${orgId}/deliveries?status=dead&source=${sourceId}`,
    })),
})

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

export const refusedRequests = defineFinding({
  kind: 'refused_requests',
  find: ({ orgId, trouble, sources }) =>
    trouble.refused.map(({ sourceId, count, reason }) => ({
      harm: 'broken',
      summary: `${counted(count, 'request', 'requests')} to ${sourceName(sources, sourceId)} ${count === 1 ? 'was' : 'were'} refused in the last hour, the newest for: ${reason.replaceAll('_', ' ')}.`,
      remedy: 'See what explains each refusal, and send the advice to the sender.',
      link: `/w/${orgId}/rejections?source=${sourceId}`,
    })),
})

export const endingSecrets = defineFinding({
  kind: 'ending_secret',
  find: ({ orgId, nowMs, trouble, sources }) =>
    trouble.ending.map(({ sourceId, endsAt }) => ({
      harm: 'late',
      summary: `A secret of ${sourceName(sources, sourceId)} ends in ${duration((endsAt.getTime() - nowMs) / 1000)} and is still in use.`,
      remedy: 'Give the sender the newest secret before then.',
      link: `/w/${orgId}/sources/${sourceId}`,
    })),
})

function sourceName(sources: Facts['sources'], sourceId: string): string {
  return nameOf(sources, (source) => source.sourceId === sourceId, sourceId)
}

function addsUp({ accepted, ...statuses }: Facts['ledger']['1h']): boolean {
  return accepted === Object.values(statuses).reduce((sum, count) => sum + count, 0)
}
