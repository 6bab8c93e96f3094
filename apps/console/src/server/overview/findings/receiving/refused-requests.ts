import { sayReason } from '@signalpost/administration/source'
import { findUnusualRefusals } from '@signalpost/database/overview'
import { defineReadFinding } from '../../finding.ts'
import { counted, sourceName } from '../../words.ts'

export const refusedRequests = defineReadFinding({
  kind: 'refused_requests',
  everyMs: 10_000,
  read: ({ database, orgId, nowMs }) => findUnusualRefusals(database, { orgId, nowMs }),
  find: (refusals, facts) =>
    refusals.map(({ sourceId, count, usual, reason }) => ({
      harm: 'broken',
      summary: `${counted(count, 'request', 'requests')} to ${sourceName(facts, sourceId)} ${count === 1 ? 'was' : 'were'} refused in the last hour${habit(usual)}${newest(reason)}.`,
      remedy: 'See what explains each refusal, and send the advice to the sender.',
      link: `/w/${facts.orgId}/rejections?source=${sourceId}`,
    })),
})

function habit(usual: number): string {
  return usual < 0.5 ? '' : `, where ${Math.round(usual).toLocaleString('en-US')} are usual`
}

function newest(reason: string | null): string {
  return reason === null ? '' : `. The newest: ${sayReason(reason)}`
}
