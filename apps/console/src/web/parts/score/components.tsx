import { toPlainText } from '@signalpost/domain/text'
import type { ReactNode } from 'react'
import { Stranger } from '../values/stranger.tsx'

type Component = {
  name: string
  points: number
  cap: number
  reasons: readonly { text: string; points: number; quote?: string | undefined }[]
}

const titles: Record<string, string> = {
  ...{ purchaseIntent: 'Purchase intent', fit: 'Fit', urgency: 'Urgency', recency: 'Recency' },
  ...{ commercialValue: 'Commercial value', evidenceQuality: 'Evidence quality' },
  multiSignal: 'Several signals',
}

/** Every point of a score, with its reason and what the post says. */
export function Components({ components }: { components: readonly Component[] }): ReactNode {
  return (
    <ul className="components">
      {components
        .filter(({ points, reasons }) => points !== 0 || reasons.length > 0)
        .map(({ name, points, cap, reasons }) => (
          <li key={name}>
            <strong>{titles[name] ?? name}</strong> {points} of {cap}
            {reasons.length > 0 && (
              <ul>
                {reasons.map((reason) => (
                  <li key={`${reason.text} ${reason.quote ?? ''}`}>
                    {reason.points > 0 ? `+${reason.points}` : reason.points}{' '}
                    <Stranger text={toPlainText(reason.text)} />
                    {reason.quote !== undefined && (
                      <q>
                        <Stranger text={toPlainText(reason.quote)} />
                      </q>
                    )}
                  </li>
                ))}
              </ul>
            )}
          </li>
        ))}
    </ul>
  )
}
