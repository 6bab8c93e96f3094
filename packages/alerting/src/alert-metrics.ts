import type { Outcome } from '@signalpost/channels'
import type { DispatchBacklog } from '@signalpost/database/dispatches'
import type { AlertDecision } from '@signalpost/domain'
import { Counter, Gauge, Histogram, type Registry } from 'prom-client'

const waitBuckets = [0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60, 120, 300, 3600]

type AttemptOutcome = Pick<Outcome, 'outcome' | 'code' | 'httpStatus'>

/** A receiver may invent codes, and each would be a series. */
const causesAtMost = 100

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
  const failures = new Counter({
    name: 'signalpost_dispatch_failures_total',
    help: 'Attempts that were not known to arrive, by kind of channel and cause.',
    labelNames: ['kind', 'cause'],
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
    help: 'How long a due message has waited since it was decided, for a channel that neither fails nor pauses.',
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
  const evaluatedAfter = new Histogram({
    name: 'signalpost_evaluated_after_seconds',
    help: 'Time from a change of a record until the rules are evaluated against it.',
    buckets: waitBuckets,
    registers,
  })
  const sentAfter = new Histogram({
    name: 'signalpost_sent_after_seconds',
    help: 'Time from the decision to send a message until its channel took it, by kind of channel; without digests and replays.',
    labelNames: ['kind'],
    buckets: waitBuckets,
    registers,
  })
  const channels = new Gauge({
    name: 'signalpost_channels',
    help: 'Channels, by state.',
    labelNames: ['state'],
    registers,
  })
  const failing = new Gauge({
    name: 'signalpost_channel_failing_seconds',
    help: 'For how long attempts of a channel have failed. No series for a channel that works, is disabled, or that a person paused.',
    labelNames: ['channel', 'kind'],
    registers,
  })
  const causes = boundCauses()
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
    countAttempt: (kind: string, { outcome, code, httpStatus }: AttemptOutcome, durationMs: number) => {
      attempts.inc({ kind, outcome })
      if (outcome !== 'sent') {
        failures.inc({ kind, cause: causes.take(code ?? (httpStatus ? `http_${httpStatus}` : outcome)) })
      }
      seconds.observe({ kind }, durationMs / 1000)
    },
    observeEvaluation: (waitedMs: number) => evaluatedAfter.observe(Math.max(0, waitedMs) / 1000),
    observeSent: (kind: string, waitedMs: number) =>
      sentAfter.observe({ kind }, Math.max(0, waitedMs) / 1000),
    showDispatching: (backlog: DispatchBacklog) => {
      due.set(backlog.due)
      oldest.set(backlog.oldestSeconds)
      pending.set(backlog.pending)
      setAside.set(backlog.setAside)
      for (const [state, count] of Object.entries(backlog.channels)) channels.set({ state }, count)
      failing.reset()
      for (const { channelId: channel, kind, seconds } of backlog.failing)
        failing.set({ channel, kind }, seconds)
    },
  }
}

function boundCauses(): { take: (cause: string) => string } {
  const known = new Set<string>()
  return {
    take: (cause) => {
      if (known.size < causesAtMost) known.add(cause)
      return known.has(cause) ? cause : 'other'
    },
  }
}
