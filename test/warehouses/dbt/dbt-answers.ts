import type { Signal } from '@signalpost/domain'
import { type DemoRecords, orgId } from '../demo-records.ts'
import { averageScore, grouped, minutesBetween, mondayOf, quantileOf, type Row } from '../grouped.ts'

/** The expected rows of each mart, computed without any engine. */
export const dbtAnswers: Readonly<Record<string, (records: DemoRecords) => Row[]>> = {
  speed_to_lead: ({ signals }) =>
    grouped(
      signals,
      ({ firstSeenAt, urgency = 'none' }) => ({ org_id: orgId, week: mondayOf(firstSeenAt), urgency }),
      (those) => {
        const toAlert = those.flatMap(({ firstSeenAt, alertedAt }) => minutesBetween(firstSeenAt, alertedAt))
        const toAssignment = those.flatMap(({ firstSeenAt, assignedTo }) =>
          minutesBetween(firstSeenAt, assignedTo?.at),
        )
        return {
          signals: those.length,
          alerted: toAlert.length,
          median_minutes_to_alert: quantileOf(toAlert, 0.5),
          assigned: toAssignment.length,
          median_minutes_to_assignment: quantileOf(toAssignment, 0.5),
        }
      },
    ),
  funnel_by_source: ({ signals, deals }) =>
    grouped(
      signals,
      ({ source }) => ({ org_id: orgId, source }),
      (those) => {
        const ids = new Set(those.map(({ id }) => id))
        const theirs = deals.filter(({ signalId }) => signalId !== null && ids.has(signalId))
        return {
          signals: those.length,
          alerted: those.filter(({ alertedAt }) => alertedAt !== undefined).length,
          assigned: those.filter(({ assignedTo }) => assignedTo !== undefined).length,
          good: countVerdicts(those, 'good'),
          bad: countVerdicts(those, 'bad'),
          deals: theirs.length,
          won: theirs.filter(({ stage }) => stage === 'won').length,
          lost: theirs.filter(({ stage }) => stage === 'lost').length,
        }
      },
    ),
  listener_quality: ({ signals, listenerNames }) =>
    grouped(
      signals,
      ({ listenerId, scoreVersion = 1 }) => ({
        ...{ org_id: orgId, listener_id: listenerId },
        ...{ listener_name: listenerNames.get(listenerId) ?? null, score_version: scoreVersion },
      }),
      (those) => {
        const good = those.filter(({ feedback }) => feedback?.verdict === 'good')
        const bad = those.filter(({ feedback }) => feedback?.verdict === 'bad')
        return {
          ...{ signals: those.length, good: good.length, bad: bad.length },
          share_of_good: good.length + bad.length === 0 ? null : good.length / (good.length + bad.length),
          average_score_of_good: averageScore(good),
          average_score_of_bad: averageScore(bad),
        }
      },
    ),
}

function countVerdicts(signals: readonly Signal[], verdict: 'good' | 'bad'): number {
  return signals.filter(({ feedback }) => feedback?.verdict === verdict).length
}
