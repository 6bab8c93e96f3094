import { hourMs } from '@signalpost/domain'

const keptOfSource = 16
const keptSources = 1_000

type Moment = { sourceId: string; atMs: number }

/** The ages of a source's stale timestamps in the last hour, the newest 16 of up to 1,000 sources. */
export function createSkewMemory() {
  const skews = new Map<string, { atMs: number; skewSeconds: number }[]>()
  const recentOf = ({ sourceId, atMs }: Moment) =>
    (skews.get(sourceId) ?? []).filter((one) => atMs - one.atMs < hourMs)
  return {
    add: (moment: Moment, skewSeconds: number): void => {
      const kept = [...recentOf(moment), { atMs: moment.atMs, skewSeconds }].slice(-keptOfSource)
      skews.delete(moment.sourceId)
      skews.set(moment.sourceId, kept)
      const [oldest] = skews.keys()
      if (skews.size > keptSources && oldest !== undefined) skews.delete(oldest)
    },
    recent: (moment: Moment): number[] => recentOf(moment).map(({ skewSeconds }) => skewSeconds),
  }
}
