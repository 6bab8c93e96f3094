import type { ReactNode } from 'react'
import { Components } from '../../parts/score/components.tsx'
import { Status } from '../../parts/values/status.tsx'
import { Stranger } from '../../parts/values/stranger.tsx'
import { readTitle } from '../../text/read-title.ts'
import type { Report } from './listener-type.ts'

type Props = {
  item: Report['items'][number]
  /** What the next run would say. */
  now?: { scoreNow: number; barNow: number } | undefined
  children?: ReactNode
}

/** A post that a run met, with every point of its score. */
export function FoundItem({ item, now, children }: Props): ReactNode {
  const { url, title, relevanceScore, reason, components } = item
  const isKept = now === undefined ? item.kept : now.scoreNow >= now.barNow
  const score = now?.scoreNow ?? relevanceScore
  return (
    <div className="found">
      <details>
        <summary>
          <Status value={isKept ? 'kept' : 'dropped'} /> {score !== null && <strong>{score}</strong>}{' '}
          {score !== relevanceScore && relevanceScore !== null && (
            <span className="quiet">(was {relevanceScore}) </span>
          )}
          <Stranger text={readTitle(title === '' ? url : title)} />
        </summary>
        <p className="quiet">
          <Stranger text={reason.replaceAll('_', ' ')} />{' '}
          {/^https?:\/\//i.test(url) && (
            <a href={url} rel="noreferrer" target="_blank">
              Open the post
            </a>
          )}
        </p>
        {components !== null && <Components components={components} />}
      </details>
      {children}
    </div>
  )
}
