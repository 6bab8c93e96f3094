import type { Signal } from '@signalpost/domain'

type Cell = string | number | null
export type Row = Record<string, Cell>

const dayMs = 86_400_000

/** Returns a row for each group of items with equal keys, in the order of the keys' members, nulls last. */
export function grouped<Item>(
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

export function compareNullsLast(a: Cell = null, b: Cell = null): number {
  if (a === b) return 0
  if (a === null || b === null) return a === null ? 1 : -1
  return Buffer.compare(Buffer.from(String(a)), Buffer.from(String(b)))
}

export function mondayOf(instant: string): string {
  const day = new Date(instant)
  const daysSinceMonday = (day.getUTCDay() + 6) % 7
  return new Date(day.getTime() - daysSinceMonday * dayMs).toISOString().slice(0, 10)
}

export function minutesBetween(from: string, to: string | undefined): number[] {
  return to === undefined ? [] : [(Date.parse(to) - Date.parse(from)) / 60_000]
}

/** Interpolates between the two nearest values. */
export function quantileOf(values: readonly number[], share: number): number | null {
  const sorted = values.toSorted((a, b) => a - b)
  const place = (sorted.length - 1) * share
  const [below, above] = [sorted[Math.floor(place)], sorted[Math.ceil(place)]]
  return below === undefined || above === undefined ? null : below + (above - below) * (place % 1)
}

export function averageScore(signals: readonly Signal[]): number | null {
  if (signals.length === 0) return null
  return signals.reduce((sum, { relevanceScore }) => sum + relevanceScore, 0) / signals.length
}
