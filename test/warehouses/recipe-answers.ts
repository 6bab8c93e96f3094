import type { Signal } from '@signalpost/domain'
import type { DemoRecords } from './demo-records.ts'
import {
  averageScore,
  compareNullsLast,
  grouped,
  minutesBetween,
  mondayOf,
  quantileOf,
  type Row,
} from './grouped.ts'

const dayMs = 86_400_000
const steps = ['new', 'contacted', 'qualified', 'proposal', 'won', 'lost']

/** The expected result of each recipe, computed without any engine. */
export const recipeAnswers: Readonly<Record<string, (records: DemoRecords) => Row[]>> = {
  'signals-by-week-and-source': ({ signals }) =>
    grouped(
      signals,
      ({ firstSeenAt, source }) => ({ week: mondayOf(firstSeenAt), source }),
      (those) => ({
        signals: those.length,
        pressing: those.filter(({ urgency }) => urgency === 'immediate' || urgency === 'high').length,
      }),
    ),
  'time-to-alert-and-assignment': ({ signals }) =>
    grouped(
      signals,
      ({ urgency = null }) => ({ urgency }),
      (those) => {
        const toAlert = those.flatMap(({ firstSeenAt, alertedAt }) => minutesBetween(firstSeenAt, alertedAt))
        const toAssignment = those.flatMap(({ firstSeenAt, assignedTo }) =>
          minutesBetween(firstSeenAt, assignedTo?.at),
        )
        return {
          signals: those.length,
          alerted: toAlert.length,
          median_minutes_to_alert: quantileOf(toAlert, 0.5),
          p90_minutes_to_alert: quantileOf(toAlert, 0.9),
          assigned: toAssignment.length,
          median_minutes_to_assignment: quantileOf(toAssignment, 0.5),
          p90_minutes_to_assignment: quantileOf(toAssignment, 0.9),
        }
      },
    ),
  'verdicts-by-score-version': ({ signals }) =>
    grouped(
      signals.filter(({ feedback }) => feedback !== undefined),
      ({ scoreVersion: version = 1 }) => ({ version }),
      (those) => {
        const good = those.filter(({ feedback }) => feedback?.verdict === 'good')
        const bad = those.filter(({ feedback }) => feedback?.verdict === 'bad')
        return {
          judged: those.length,
          good: good.length,
          bad: bad.length,
          average_score_of_good: averageScore(good),
          average_score_of_bad: averageScore(bad),
        }
      },
    ),
  'accounts-by-rising-score': ({ signals, accountNames }) => {
    const newestMs = Math.max(...signals.map(({ firstSeenAt }) => Date.parse(firstSeenAt)))
    const isRecent = ({ firstSeenAt }: Signal) => Date.parse(firstSeenAt) > newestMs - 7 * dayMs
    const compared = grouped(
      signals.filter(({ accountKey }) => accountKey !== undefined),
      ({ accountKey = '', scoreVersion: version = 1 }) => ({
        account_key: accountKey,
        name: accountNames.get(accountKey) ?? null,
        version,
      }),
      (those) => ({
        recent_score: averageScore(those.filter(isRecent)),
        earlier_score: averageScore(those.filter((signal) => !isRecent(signal))),
      }),
    )
    const riseOf = (row: Row) =>
      row.recent_score === null || row.earlier_score === null
        ? 0
        : Number(row.recent_score) - Number(row.earlier_score)
    return compared.filter((row) => riseOf(row) > 0).sort((a, b) => riseOf(b) - riseOf(a))
  },
  'funnel-of-deals': ({ deals }) => {
    const staged = grouped(
      deals,
      ({ value, stage }) => ({ currency: value?.currency ?? null, stage }),
      (those) => ({
        deals: those.length,
        amount: those.some(({ value }) => value !== null)
          ? those.reduce((sum, { value }) => sum + (value?.amount ?? 0), 0)
          : null,
      }),
    )
    const reaches = (row: Row, from: Row) =>
      row.currency === from.currency &&
      (row.stage === 'lost') === (from.stage === 'lost') &&
      steps.indexOf(String(row.stage)) >= steps.indexOf(String(from.stage))
    return staged
      .map(
        (row): Row => ({
          ...row,
          reached: staged
            .filter((other) => reaches(other, row))
            .reduce((sum, other) => sum + Number(other.deals), 0),
        }),
      )
      .sort(
        (a, b) =>
          compareNullsLast(a.currency, b.currency) ||
          steps.indexOf(String(a.stage)) - steps.indexOf(String(b.stage)),
      )
  },
}
