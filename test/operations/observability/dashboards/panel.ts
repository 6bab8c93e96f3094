/** One graph of a dashboard: what it shows, in which unit, and the series with their legends. */
export type Panel = {
  title: string
  description: string
  /** A unit of Grafana: `s`, `bytes`, `short`, `percentunit`, `ops` (a second), `dateTimeAsIso`. */
  unit: string
  /** `$at` becomes the filter by cell. */
  series: readonly { expr: string; legend: string }[]
  /** Why there may be no series where all is well. */
  mayBeEmpty?: string
}

export type Dashboard = { name: string; title: string; description: string; panels: readonly Panel[] }

/** A graph of one expression for each legend. */
export const graph = (
  title: string,
  unit: string,
  description: string,
  series: Record<string, string>,
  mayBeEmpty?: string,
): Panel => ({
  ...{ title, unit, description },
  series: Object.entries(series).map(([legend, expr]) => ({ legend, expr })),
  ...(mayBeEmpty !== undefined && { mayBeEmpty }),
})

/** The median, the 99th percentile and the slowest of a thousand, of a histogram. */
export const percentiles = (histogram: string, filter = ''): Record<string, string> =>
  Object.fromEntries(
    [
      ['p50', 0.5],
      ['p99', 0.99],
      ['p99.9', 0.999],
    ].map(([legend, share]) => [
      legend,
      `histogram_quantile(${share}, sum by (le) (rate(${histogram}_bucket{$at${filter}}[$__rate_interval])))`,
    ]),
  )

export const perSecond = (counter: string, by: string): string =>
  `sum by (${by}) (rate(${counter}{$at}[$__rate_interval]))`
