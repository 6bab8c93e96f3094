import type { ReactNode } from 'react'
import { localTime } from '../../text/moments.ts'

type BarPart = { name: string; count: number; tone: string }
type HourBar = { at: string; parts: readonly BarPart[] }

type Props = {
  /** What is drawn, for readers. */
  caption: string
  bars: readonly HourBar[]
  /** What a full bar means; by default the greatest sum of the bars. */
  full?: number
  describe?: (count: number) => string
}

const height = 40

/** One bar an hour, its parts upon each other, and the same as a table for readers. */
export function ShareBars({ caption, bars, full, describe = String }: Props): ReactNode {
  const most = full ?? Math.max(1, ...bars.map(({ parts }) => sumOf(parts)))
  const names = [...new Set(bars.flatMap(({ parts }) => parts.map(({ name }) => name)))]
  return (
    <figure className="share-bars">
      <svg
        viewBox={`0 0 ${Math.max(1, bars.length) * 10} ${height}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        {bars.map(({ at, parts }, index) => {
          let top = height
          return (
            <g key={at}>
              <title>{`${hourOf(at)}: ${parts.map(({ name, count }) => `${describe(count)} ${name}`).join(', ')}`}</title>
              <rect className="share-ground" x={index * 10 + 1} y={0} width={8} height={height} />
              {parts.map(({ name, count, tone }) => {
                // Even one of a million can be seen.
                const size = count === 0 ? 0 : Math.max(1.5, (count / most) * height)
                top -= size
                return <rect key={name} data-tone={tone} x={index * 10 + 1} y={top} width={8} height={size} />
              })}
            </g>
          )
        })}
      </svg>
      {/* A table is as wide as its words, hidden or not. */}
      <div className="visually-hidden">
        <table>
          <caption>{caption}</caption>
          <thead>
            <tr>
              <th scope="col">Hour</th>
              {names.map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {bars.map(({ at, parts }) => (
              <tr key={at}>
                <th scope="row">{hourOf(at)}</th>
                {names.map((name) => (
                  <td key={name}>{describe(parts.find((part) => part.name === name)?.count ?? 0)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  )
}

/** The beginnings of the last `count` hours, the present one last. */
export function lastHours(count: number, nowMs: number): string[] {
  const hourMs = 3_600_000
  const present = Math.floor(nowMs / hourMs) * hourMs
  return Array.from({ length: count }, (_, index) =>
    new Date(present - (count - 1 - index) * hourMs).toISOString(),
  )
}

function hourOf(at: string): string {
  return localTime(new Date(at), 'minute')
}

function sumOf(parts: readonly BarPart[]): number {
  return parts.reduce((sum, { count }) => sum + count, 0)
}
