import type { ReactNode } from 'react'
import { Stranger } from '../values/stranger.tsx'

export type Part = { name: string; count: number; tone: string; link?: ReactNode }

/** A sum and its parts, drawn to scale and in numbers: the parts are the sum. */
export function SumBar({
  title,
  sum,
  parts,
}: {
  title: string
  sum: number
  parts: readonly Part[]
}): ReactNode {
  const shown = parts.filter(({ count }) => count > 0)
  const total = Math.max(1, sum)
  let start = 0
  return (
    <div className="sum">
      <svg className="sum-bar" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
        <rect className="sum-ground" width="100" height="4" />
        {shown.map(({ name, count, tone }) => {
          // Even one of a million can be seen.
          const width = Math.max(0.6, (count / total) * 100)
          const x = Math.min(start, 100 - width)
          start += (count / total) * 100
          return <rect key={name} data-tone={tone} x={x} width={width} height="4" />
        })}
      </svg>
      <dl className="sum-parts">
        <div className="sum-total">
          <dt>
            <Stranger text={title} />
          </dt>
          <dd>{format(sum)}</dd>
        </div>
        {parts.map(({ name, count, tone, link }) => (
          <div key={name} data-empty={count === 0 ? '' : undefined}>
            <dt>
              <i className="swatch" data-tone={tone} aria-hidden="true" />
              {name}
            </dt>
            <dd>{count > 0 && link !== undefined ? link : format(count)}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

export function format(count: number): string {
  return count.toLocaleString('en-US')
}
