import type { Signal } from '@signalpost/domain'
import type { DemoRecords } from './demo-records.ts'

type Cell = string | number | null
type Row = Record<string, Cell>

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
    const isRecent = ({ firstSeenAt }: Signal) => Date.parse(firstSeenAt) > newestMs - 90 * dayMs
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

/** Returns a row for each group of items with equal keys, in the order of the keys' members, nulls last. */
function grouped<Item>(
  items: readonly Item[],
  keyOf: (item: Item) => Row,
  sumUp: (those: Item[]) => Row,
): Row[] {
  const groups = new Map<string, { key: Row; those: Item[] }>()
  for (const item of items) {
    const key = keyOf(item)
    const group = groups.get(JSON.stringify(key)) ?? { key, those: [] }
    group.those.push(item)
    groups.set(JSON.stringify(key), group)
  }
  return [...groups.values()]
    .sort(({ key: a }, { key: b }) => {
      const differences = Object.keys(a).map((name) => compareNullsLast(a[name], b[name]))
      return differences.find((difference) => difference !== 0) ?? 0
    })
    .map(({ key, those }) => ({ ...key, ...sumUp(those) }))
}

function compareNullsLast(a: Cell = null, b: Cell = null): number {
  if (a === b) return 0
  if (a === null || b === null) return a === null ? 1 : -1
  return Buffer.compare(Buffer.from(String(a)), Buffer.from(String(b)))
}

function mondayOf(instant: string): string {
  const day = new Date(instant)
  const daysSinceMonday = (day.getUTCDay() + 6) % 7
  return new Date(day.getTime() - daysSinceMonday * dayMs).toISOString().slice(0, 10)
}

function minutesBetween(from: string, to: string | undefined): number[] {
  return to === undefined ? [] : [(Date.parse(to) - Date.parse(from)) / 60_000]
}

/** Interpolates between the two nearest values. */
function quantileOf(values: readonly number[], share: number): number | null {
  const sorted = values.toSorted((a, b) => a - b)
  const place = (sorted.length - 1) * share
  const [below, above] = [sorted[Math.floor(place)], sorted[Math.ceil(place)]]
  return below === undefined || above === undefined ? null : below + (above - below) * (place % 1)
}

function averageScore(signals: readonly Signal[]): number | null {
  if (signals.length === 0) return null
  return signals.reduce((sum, { relevanceScore }) => sum + relevanceScore, 0) / signals.length
}
