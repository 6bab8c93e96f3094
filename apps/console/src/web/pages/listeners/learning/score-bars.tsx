import type { ReactNode } from 'react'
import type { ListenerBar } from '../listener-type.ts'

const [step, height, row] = [20, 120, 22]
const legend = [
  ['info', 'kept'],
  ['faint', 'dropped'],
  ['good', 'good verdicts'],
  ['bad', 'bad verdicts'],
] as const

/** A bar for each ten of the score, kept upon dropped, and the verdicts below. A table beside it says the same. */
export function ScoreBars({ bar, tens }: Pick<ListenerBar, 'bar' | 'tens'>): ReactNode {
  const most = Math.max(1, ...tens.map(({ kept, dropped }) => kept + dropped))
  const mostJudged = Math.max(1, ...tens.flatMap(({ good, bad }) => [good, bad]))
  const at = (bar / 10) * step
  return (
    <figure className="score-bars">
      <svg viewBox={`0 0 ${10 * step} ${height + 2 * row + 14}`} aria-hidden="true">
        {tens.map(({ from, kept, dropped, good, bad }) => {
          const x = (from / 10) * step
          const size = (count: number): number => (count / most) * (height - 4)
          const width = (count: number): number =>
            count === 0 ? 0 : 5 + Math.sqrt(count / mostJudged) * (step - 8)
          const dot = (count: number, y: number) => ({
            ...{ x: x + (step - width(count)) / 2, y: y - width(count) / 2 },
            ...{ width: width(count), height: width(count), rx: width(count) / 2 },
          })
          return (
            <g key={from}>
              <rect
                data-tone="faint"
                x={x + 1}
                y={height - size(dropped)}
                width={step - 2}
                height={size(dropped)}
              />
              <rect
                data-tone="info"
                x={x + 1}
                y={height - size(dropped) - size(kept)}
                width={step - 2}
                height={size(kept)}
              />
              <rect data-tone="good" {...dot(good, height + row / 2)} />
              <rect data-tone="bad" {...dot(bad, height + row * 1.5)} />
              <text x={x} y={height + 2 * row + 11}>
                {from}
              </text>
            </g>
          )
        })}
        <line x1={0} x2={10 * step} y1={height} y2={height} />
        <line className="bar-line" x1={at} x2={at} y1={0} y2={height + 2 * row} />
      </svg>
      <figcaption className="score-legend">
        {legend.map(([tone, name]) => (
          <span key={name}>
            <span className="swatch" data-tone={tone} /> {name}
          </span>
        ))}
        <span>
          <span className="bar-key" /> the bar
        </span>
      </figcaption>
    </figure>
  )
}
