import type { ReactNode } from 'react'
import { format } from '../../../parts/data/sum-bar.tsx'
import { TimeBars } from '../../../parts/data/time-bars.tsx'
import { wordsOfSeconds } from '../../../text/moments.ts'
import type { Warehouse } from '../shown-warehouse.ts'
import { barsOfHours } from './bars-of-hours.ts'

/** How old its data got in each hour of the last week, against what its interval promises. */
export function Freshness({ warehouse }: { warehouse: Warehouse }): ReactNode {
  const { intervalSeconds } = warehouse
  const { promisedSeconds, hours } = warehouse.freshness
  if (hours.length === 0) return null
  const late = hours.filter(({ mostSeconds }) => mostSeconds > promisedSeconds).length
  return (
    <section className="sums" aria-labelledby="freshness">
      <h2 id="freshness">Freshness</h2>
      <TimeBars
        title="Longest wait of a change by hour"
        unit="hour"
        bars={barsOfHours(warehouse.freshness, Date.now())}
        gate={{ most: promisedSeconds, wordsOf: wordsOfSeconds }}
      />
      <p className="quiet">
        The line is what its interval promises, {wordsOfSeconds(promisedSeconds)}: a sync every{' '}
        {wordsOfSeconds(intervalSeconds)}, and a minute for the sync itself.{' '}
        {late === 0
          ? 'No change waited longer.'
          : `In ${late === 1 ? '1 hour' : `${format(late)} hours`} of ${format(hours.length)} a change waited longer.`}
      </p>
    </section>
  )
}
