import { toPlainText } from '@signalpost/domain/text'
import type { ReactNode } from 'react'
import type { Answer as AnswerOf } from '../../api/call.ts'
import { Facts } from '../../parts/values/facts.tsx'
import { Stranger } from '../../parts/values/stranger.tsx'

type Signal = AnswerOf<'GET /console/api/w/{orgId}/signals/{id}'>['signal']

/** The parts of a score, and how many points each can have. */
const parts = [
  ['purchaseIntent', 'Purchase intent', 30],
  ['fit', 'Fit', 20],
  ['urgency', 'Urgency', 15],
  ['recency', 'Recency', 10],
  ['commercialValue', 'Commercial value', 10],
  ['evidenceQuality', 'Evidence quality', 10],
  ['multiSignal', 'Several signals', 5],
] as const

const advice = [
  ['inferredNeed', 'Need'],
  ['situation', 'Situation'],
  ['opportunity', 'Opportunity'],
  ['recommendedAction', 'What to do'],
  ['suggestedAngle', 'How to begin'],
] as const

/** Why a signal scored as it did. */
export function SignalScore({ signal }: { signal: Signal }): ReactNode {
  const { relevanceScore, scoreVersion = 1, scoreBreakdown, rationale, matchedKeywords } = signal
  return (
    <section className="card">
      <h2>
        Score {relevanceScore} <span className="quiet">version {scoreVersion}</span>
      </h2>
      <p className="quoted">
        <Stranger text={toPlainText(rationale)} />
      </p>
      {scoreBreakdown !== undefined && (
        <dl className="bars">
          {parts.map(([name, title, most]) => (
            <div key={name} className="bar">
              <dt>{title}</dt>
              <dd>
                <svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
                  <rect width="100" height="8" rx="1" />
                  <rect width={(scoreBreakdown[name] / most) * 100} height="8" rx="1" />
                </svg>
                <span>
                  {scoreBreakdown[name]} of {most}
                </span>
              </dd>
            </div>
          ))}
        </dl>
      )}
      <Facts
        items={advice.flatMap(([name, title]) => {
          const text = signal[name]
          return text === undefined || text === ''
            ? []
            : [[title, <Stranger key={name} text={toPlainText(text)} />] as const]
        })}
      />
      {matchedKeywords.length > 0 && (
        <p className="quiet quoted">
          Matched: <Stranger text={matchedKeywords.join(', ')} />
        </p>
      )}
    </section>
  )
}
