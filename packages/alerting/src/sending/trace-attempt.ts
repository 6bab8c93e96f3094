import type { Outcome } from '@signalpost/channels'
import type { Message } from '@signalpost/database/dispatches'
import type { Span, Tracer } from '@signalpost/tracing'
import type { ConfiguredChannel } from '../alert-settings.ts'

/**
 * Starts the span of one attempt, in the trace of the delivery that the message announces. Each attempt of a message is
 * a span of its own. Digests and what people send again begin traces.
 */
export function startAttemptSpan(
  tracer: Tracer,
  { kind: { kind } }: ConfiguredChannel,
  { messageId, orgId, channelId, attempts, traceparent }: Message,
): Span {
  return tracer.startSpan(`send ${kind}`, {
    kind: 'client',
    parent: traceparent,
    attributes: {
      'messaging.system': 'signalpost',
      'messaging.operation.name': 'send',
      'messaging.operation.type': 'send',
      'messaging.destination.name': channelId,
      'messaging.message.id': messageId,
      'signalpost.org_id': orgId,
      'signalpost.channel_id': channelId,
      'signalpost.channel_kind': kind,
      'signalpost.attempt': attempts,
    },
  })
}

export function endAttemptSpan(span: Span | undefined, { outcome, httpStatus, code }: Outcome): void {
  span?.set({ 'http.response.status_code': httpStatus, 'signalpost.outcome': outcome })
  span?.end(outcome === 'sent' ? undefined : { error: code ?? outcome })
}
