import { ConfigError } from './config-error.ts'

/** How many connections a pool cannot do without, and how many it takes where nothing limits it. */
export type PoolNeed = { least: number; usual: number }

/** The most connections of each pool, and of the process. */
export type ConnectionShares<Pool extends string> = Record<Pool, number> & { total: number }

/**
 * Splits the connections of a process among its pools. Processes that serve one port divide them first. Each gets its least; what remains goes round, one at a time, to
 * those with less than usual.
 *
 * @param mostInAll `SIGNALPOST_DATABASE_CONNECTIONS`; undefined for what the pools usually take
 * @throws ConfigError if the pools cannot do with so few
 */
export function shareConnections<Pool extends string>(
  mostInAll: number | undefined,
  needs: Record<Pool, PoolNeed>,
  { processes = 1 }: { processes?: number } = {},
): ConnectionShares<Pool> {
  const pools = Object.entries<PoolNeed>(needs)
  const least = sumOf(pools.map(([, need]) => need.least))
  const usual = sumOf(pools.map(([, need]) => need.usual))
  if (mostInAll !== undefined && mostInAll < processes * least) {
    const these = processes === 1 ? 'this process' : `${processes} processes`
    throw new ConfigError([
      `SIGNALPOST_DATABASE_CONNECTIONS is "${mostInAll}"; expected at least ${processes * least} for ${these}`,
    ])
  }
  const most = mostInAll === undefined ? usual : Math.floor(mostInAll / processes)
  const shares = new Map(pools.map(([name, need]) => [name, need.least]))
  let free = Math.min(most, usual) - least
  while (free > 0) {
    for (const [name, need] of pools) {
      const share = shares.get(name) ?? 0
      if (free === 0 || share === need.usual) continue
      shares.set(name, share + 1)
      free -= 1
    }
  }
  // The cast: the shares have the names of the needs.
  return { ...Object.fromEntries(shares), total: sumOf([...shares.values()]) } as ConnectionShares<Pool>
}

function sumOf(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0)
}
