import { type ReactNode, useId } from 'react'
import { localDay, localTime } from '../../text/moments.ts'
import { format } from './sum-bar.tsx'

type Part = { name: string; tone: string; count: number }
/** `at` is where its hour or day begins. All have the same parts. */
export type TimeBar = { at: string; parts: readonly Part[] }
type Props = {
  title: string
  /** What a bar shows. */
  unit: 'hour' | 'day'
  /** One a unit, also where nothing happened. */
  bars: readonly TimeBar[]
}

const [width, height] = [600, 80]

/** Counts by hour or by day as stacked bars, with a table that says the same to readers. */
export function TimeBars({ title, unit, bars }: Props): ReactNode {
  const id = useId()
  const sums = bars.map(({ parts }) => parts.reduce((sum, { count }) => sum + count, 0))
  const most = Math.max(1, ...sums)
  const step = width / Math.max(leastBars[unit], bars.length)
  const shown = ({ at }: { at: string }): string =>
    unit === 'hour' ? localTime(new Date(at), 'minute') : localDay(new Date(at))
  const first = bars[0]
  const last = bars.at(-1)
  if (first === undefined || last === undefined) return null
  return (
    <figure className="time-bars" aria-labelledby={id}>
      <figcaption id={id} className="label">
        {title}, at most {format(most)} {unit === 'hour' ? 'an hour' : 'a day'}
      </figcaption>
      <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
        <rect className="sum-ground" y={height - 1} width={width} height="1" />
        {bars.map(({ at, parts }, index) => {
          let top = height
          return parts.map(({ name, tone, count }) => {
            const size = (count / most) * (height - 4)
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
      </svg>
      <p className="hour-ends" aria-hidden="true">
        <span>{shown(first)}</span>
        {last !== first && <span>{shown(last)}</span>}
      </p>
      <details>
        <summary>As a table</summary>
        <div className="table-frame">
          <table>
            <thead>
              <tr>
                <th scope="col">{unit === 'hour' ? 'Hour' : 'Day'}</th>
                {first.parts.map(({ name }) => (
                  <th key={name} scope="col" data-align="end">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {bars
                .filter((_, index) => (sums[index] ?? 0) > 0)
                .map(({ at, parts }) => (
                  <tr key={at}>
                    <td>{shown({ at })}</td>
                    {parts.map(({ name, count }) => (
                      <td key={name} data-align="end">
                        {format(count)}
                      </td>
                    ))}
                  </tr>
                ))}
            </tbody>
          </table>
        </div>
      </details>
    </figure>
  )
}

const leastBars = { hour: 24, day: 7 }
