import { type ReactNode, useId } from 'react'
import { localDay, localTime } from '../../text/moments.ts'
import { ScrolledFrame } from './scrolled-frame.tsx'
import { format } from './sum-bar.tsx'

type Part = { name: string; tone: string; count: number }
/** `at` is where its hour or day begins. All have the same parts, or none where nothing is known of it. */
export type TimeBar = { at: string; parts: readonly Part[] }
type Props = {
  title: string
  /** What a bar shows. */
  unit: 'hour' | 'day'
  /** One a unit, also where nothing happened. */
  bars: readonly TimeBar[]
  /** For measures, what they should not exceed, and how one is said; without it the bars are counts. */
  gate?: { most: number; wordsOf: (measure: number) => string }
}

const [width, height] = [600, 80]

/** Above so many times the gate a bar is cut, so that the gate stays in sight. */
const cutAt = 4

/** Counts by hour or by day as stacked bars, or measures against a gate, with a table that says the same to readers. */
export function TimeBars({ title, unit, bars, gate }: Props): ReactNode {
  const id = useId()
  const sums = bars.map(({ parts }) => parts.reduce((sum, { count }) => sum + count, 0))
  const most = Math.max(gate === undefined ? 1 : 0, ...sums)
  const top = gate === undefined ? most : Math.min(Math.max(most, gate.most), cutAt * gate.most)
  const sizeOf = (count: number): number => (Math.min(count, top) / top) * (height - 4)
  const wordsOf = gate?.wordsOf ?? format
  const step = width / Math.max(leastBars[unit], bars.length)
  const shown = ({ at }: { at: string }): string =>
    unit === 'hour' ? localTime(new Date(at), 'minute') : localDay(new Date(at))
  const first = bars[0]
  const last = bars.at(-1)
  if (first === undefined || last === undefined) return null
  const columns = bars.find(({ parts }) => parts.length > 0)?.parts ?? []
  return (
    <figure className="time-bars" aria-labelledby={id}>
      <figcaption id={id} className="label">
        {title}, at most {wordsOf(most)}
        {gate === undefined && (unit === 'hour' ? ' an hour' : ' a day')}
        {most > top && '; the highest bars are cut'}
      </figcaption>
      <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
        <rect className="sum-ground" y={height - 1} width={width} height="1" />
        {bars.map(({ at, parts }, index) => {
          let top = height
          return parts.map(({ name, tone, count }) => {
            // What was measured is seen, also where it is nothing.
            const size = Math.max(gate === undefined ? 0 : 2, sizeOf(count))
            top -= size
            return (
              <rect
                key={`${at} ${name}`}
                data-tone={tone}
                x={index * step}
                y={top}
                width={Math.max(1, step - 1)}
                height={size}
              />
            )
          })
        })}
        {gate !== undefined && (
          <line className="gate" x2={width} y1={height - sizeOf(gate.most)} y2={height - sizeOf(gate.most)} />
        )}
      </svg>
      <p className="hour-ends" aria-hidden="true">
        <span>{shown(first)}</span>
        {last !== first && <span>{shown(last)}</span>}
      </p>
      <details>
        <summary>As a table</summary>
        <ScrolledFrame label={`${title}, as a table`}>
          <table>
            <thead>
              <tr>
                <th scope="col">{unit === 'hour' ? 'Hour' : 'Day'}</th>
                {columns.map(({ name }) => (
                  <th key={name} scope="col" data-align="end">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {bars
                .filter(({ parts }, index) =>
                  gate === undefined ? (sums[index] ?? 0) > 0 : parts.length > 0,
                )
                .map(({ at, parts }) => (
                  <tr key={at}>
                    <td>{shown({ at })}</td>
                    {parts.map(({ name, count }) => (
                      <td key={name} data-align="end">
                        {wordsOf(count)}
                        {gate !== undefined && count > gate.most && ', too long'}
                      </td>
                    ))}
                  </tr>
                ))}
            </tbody>
          </table>
        </ScrolledFrame>
      </details>
    </figure>
  )
}

const leastBars = { hour: 24, day: 7 }
