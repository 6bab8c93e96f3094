import type { Signal } from '@signalpost/domain'
import { readText } from '../../terminal/read-text.ts'
import { record } from '../../terminal/table.ts'

export function describeSignal(signal: Signal): string {
  return record({
    signal: signal.id,
    title: readText(signal.title),
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
    rationale: readText(signal.rationale),
  })
}
