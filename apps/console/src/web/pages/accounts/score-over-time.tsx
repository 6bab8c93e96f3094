import type { ReactNode } from 'react'
import type { Answer } from '../../api/call.ts'
import { ExactMoment } from '../../parts/values/moment.tsx'

type Signals = Answer<'GET /console/api/w/{orgId}/accounts/{id}'>['signals']

const [width, height] = [600, 110]

/** Each signal's score at its time. The table below the chart says the same. */
export function ScoreOverTime({ signals }: { signals: Signals }): ReactNode {
  const [latest] = signals
  const earliest = signals.at(-1)
  if (latest === undefined || earliest === undefined) return null
  const [startMs, endMs] = [Date.parse(earliest.postedAt), Date.parse(latest.postedAt)]
  const xOf = (at: string): number =>
    endMs === startMs ? width / 2 : 6 + ((Date.parse(at) - startMs) / (endMs - startMs)) * (width - 12)
  return (
    <figure className="card chart">
      <figcaption>
        Score over time
        <span className="quiet">
          <ExactMoment at={earliest.postedAt} />
          {endMs > startMs && (
            <>
              {' to '}
              <ExactMoment at={latest.postedAt} />
            </>
          )}
        </span>
      </figcaption>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        role="img"
        aria-label="Scores of the signals; the table below lists them"
      >
        {[0, 50, 100].map((score) => (
          <g key={score}>
            <line x1="0" x2={width} y1={yOf(score)} y2={yOf(score)} />
            <text x="0" y={yOf(score) - 2}>
              {score}
            </text>
          </g>
        ))}
        {signals.map(({ signalId, postedAt, relevanceScore }) => (
          <circle key={signalId} cx={xOf(postedAt)} cy={yOf(relevanceScore)} r="4" />
        ))}
      </svg>
    </figure>
  )
}

function yOf(score: number): number {
  return 102 - score * 0.9
}
