import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useRead } from '../../api/use-read.ts'
import { Stranger } from '../values/stranger.tsx'
import { Components } from './components.tsx'

/** Why a listener of this installation kept a signal, point by point; nothing for one of an outside sender. */
export function ScoreReasons({
  orgId,
  signalId,
  listenerName,
}: {
  orgId: string
  signalId: string
  listenerName: string | null
}): ReactNode {
  const read = useRead('GET /console/api/w/{orgId}/signals/{id}/score', { params: { orgId, id: signalId } })
  const explanation = read.data?.explanation ?? null
  if (explanation === null) return undefined
  const { listenerId, components, goodChance, rerankScore } = explanation
  return (
    <section className="card" aria-label="Why it was found">
      <h2>Why it was found</h2>
      <p className="quiet">
        By the listener{' '}
        <Link to={`/w/${orgId}/listeners/${encodeURIComponent(listenerId)}`}>
          <Stranger text={listenerName ?? 'a deleted listener'} />
        </Link>
        .{goodChance !== null && ` By what it learned, ${Math.round(goodChance * 100)} % likely good.`}
        {rerankScore !== null && ` It has no keyword: the rerank model gave it ${rerankScore}.`}
      </p>
      <Components components={components} />
    </section>
  )
}
