import type { DispatchBacklog } from '@signalpost/database/dispatches'
import type { AlertDecision } from '@signalpost/domain'
import { Counter, Gauge, Histogram, type Registry } from 'prom-client'

export type AlertMetrics = ReturnType<typeof createAlertMetrics>

export function createAlertMetrics(registry: Registry) {
  const registers = [registry]
  const decisions = new Counter({
    name: 'signalpost_dispatch_decisions_total',
    help: 'Decisions for a rule, a channel and a signal, with the reason when the alert is not sent at once.',
    labelNames: ['decision', 'reason'],
    registers,
  })
  const attempts = new Counter({
    name: 'signalpost_dispatch_attempts_total',
    help: 'Attempts to send a message, by kind of channel and outcome.',
    labelNames: ['kind', 'outcome'],
    registers,
  })
  const seconds = new Histogram({
    name: 'signalpost_dispatch_attempt_seconds',
    help: 'Time of one attempt, by kind of channel.',
    labelNames: ['kind'],
    buckets: [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20],
    registers,
  })
  const due = new Gauge({
    name: 'signalpost_due_messages',
    help: 'Messages that are due and wait for their channel, up to 100,000.',
    registers,
  })
  const oldest = new Gauge({
    name: 'signalpost_oldest_due_message_seconds',
    help: 'How long the longest due message has waited.',
    registers,
  })
  const pending = new Gauge({
    name: 'signalpost_pending_changes',
    help: 'Changes that are not yet evaluated, up to 100,000.',
    registers,
  })
  const setAside = new Gauge({
    name: 'signalpost_changes_set_aside',
    help: 'Changes that could not be evaluated and were set aside, up to 100,000.',
    registers,
  })
  const toTaken = new Histogram({
    name: 'signalpost_time_to_taken_seconds',
    help: 'Time from the first storing of a signal that escalates until someone takes it, by urgency.',
    labelNames: ['urgency'],
    buckets: [10, 30, 60, 120, 300, 600, 900, 1_800, 3_600, 7_200, 14_400, 28_800, 86_400, 259_200],
    registers,
  })
  return {
    observeTaken: (times: readonly { urgency: string; seconds: number }[]) => {
      for (const { urgency, seconds } of times) toTaken.observe({ urgency }, seconds)
    },
    countDecisions: (decided: AlertDecision[]) => {
      for (const one of decided) {
        const reason = one.decision === 'send' ? undefined : one.reason
        decisions.inc({ decision: one.decision, reason: reason ?? 'none' })
      }
    },
    countAttempt: (kind: string, outcome: string, durationMs: number) => {
      attempts.inc({ kind, outcome })
      seconds.observe({ kind }, durationMs / 1000)
    },
    showDispatching: (backlog: DispatchBacklog) => {
      due.set(backlog.due)
      oldest.set(backlog.oldestSeconds)
      pending.set(backlog.pending)
      setAside.set(backlog.setAside)
    },
  }
}
