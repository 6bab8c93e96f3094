import { type ReactNode, useId } from 'react'
import { localTime } from '../../text/moments.ts'
import { format } from './sum-bar.tsx'

type HourPart = { name: string; tone: string; count: number }
type Hour = { at: string; parts: readonly HourPart[] }

const [width, height] = [600, 80]

/** Counts by hour as stacked bars, with a table that says the same to readers. */
export function HourBars({ title, hours }: { title: string; hours: readonly Hour[] }): ReactNode {
  const id = useId()
  const sums = hours.map(({ parts }) => parts.reduce((sum, { count }) => sum + count, 0))
  const most = Math.max(1, ...sums)
  const step = width / Math.max(24, hours.length)
  const first = hours[0]
  const last = hours.at(-1)
  if (first === undefined || last === undefined) return null
  return (
    <figure className="hour-bars" aria-labelledby={id}>
      <figcaption id={id} className="label">
        {title}, at most {format(most)} an hour
      </figcaption>
      <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
        <rect className="sum-ground" y={height - 1} width={width} height="1" />
        {hours.map(({ at, parts }, index) => {
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
        <span>{shownHour(first)}</span>
        {last !== first && <span>{shownHour(last)}</span>}
      </p>
      <details>
        <summary>As a table</summary>
        <div className="table-frame">
          <table>
            <thead>
              <tr>
                <th scope="col">Hour</th>
                {first.parts.map(({ name }) => (
                  <th key={name} scope="col" data-align="end">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {hours
                .filter((_, index) => (sums[index] ?? 0) > 0)
                .map(({ at, parts }) => (
                  <tr key={at}>
                    <td>{shownHour({ at })}</td>
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

function shownHour({ at }: { at: string }): string {
  return localTime(new Date(at), 'minute')
}
