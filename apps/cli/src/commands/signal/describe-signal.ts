import type { Signal } from '@signalpost/domain'
import { record } from '../../terminal/table.ts'

export function describeSignal(signal: Signal): string {
  return record({
    signal: signal.id,
    title: signal.title,
    score: signal.relevanceScore,
    classification: signal.classification,
    urgency: signal.urgency,
    account: signal.accountKey,
    source: signal.source,
    url: signal.url,
    posted: signal.postedAt,
    'assigned to': signal.assignedTo?.userId,
    verdict: signal.feedback?.verdict,
    read: signal.readAt,
    acknowledged: signal.acknowledgedAt,
    alerted: signal.alertedAt,
    rationale: signal.rationale,
  })
}
