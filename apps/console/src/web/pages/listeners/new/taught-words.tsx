import type { ReactNode } from 'react'
import { Button } from '../../../parts/form/button.tsx'
import { Stranger } from '../../../parts/values/stranger.tsx'
import type { WordAct } from '../draft/without-word.ts'
import { sayVerdicts, signed } from '../learning/signed.ts'
import type { KeywordVerdicts } from '../listener-type.ts'

type Props = {
  taught: readonly KeywordVerdicts[]
  keywords: readonly string[]
  onWord: (act: WordAct, keyword: string) => void
}

/** Which keywords verdicts moved, and what can be done about those that lead to bad posts. */
export function TaughtWords({ taught, keywords, onWord }: Props): ReactNode {
  const moved = taught.filter(({ points }) => points !== 0)
  if (moved.length === 0) return null
  return (
    <ul className="taught" aria-label="What your verdicts say about its keywords">
      {moved.map(({ keyword, points, ...verdicts }) => (
        <li key={keyword}>
          <Stranger text={keyword} /> <strong>{signed(points)}</strong>{' '}
          <span className="quiet">{sayVerdicts({ keyword, points, ...verdicts })}</span>
          {points < 0 && keywords.includes(keyword) && (
            <span className="links">
              <Button onClick={() => onWord('drop', keyword)}>
                Drop<span className="visually-hidden"> {keyword}</span>
              </Button>
              <Button onClick={() => onWord('exclude', keyword)}>
                Exclude<span className="visually-hidden"> {keyword}</span>
              </Button>
            </span>
          )}
        </li>
      ))}
    </ul>
  )
}
