import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { paceReads } from './pace-reads.ts'

/** Since when the page cannot see what moves; undefined while it can. */
export type Blindness = { since: number; why: 'store' | 'console' } | undefined

const patienceMs = 3_000

/**
 * Follows the stream of a workspace while the tab is shown, and marks what moved as stale. Returns whether the page can
 * see at all.
 */
export function useLive(orgId: string): Blindness {
  const client = useQueryClient()
  const [blindness, setBlindness] = useState<Blindness>()

  useEffect(() => {
    let source: EventSource | undefined
    let patience: ReturnType<typeof setTimeout> | undefined
    const read = (topics: ReadonlySet<string>): Promise<void> =>
      client.invalidateQueries({ predicate: ({ meta }) => isTouched(meta, topics) })
    const readPaced = paceReads(read)

    const see = (): void => {
      clearTimeout(patience)
      patience = undefined
      setBlindness((blind) => (blind === undefined ? blind : undefined))
    }
    const open = (): void => {
      source = new EventSource(`/console/api/w/${encodeURIComponent(orgId)}/stream`)
      source.addEventListener('open', () => {
        see()
        // Whatever moved while no stream was open.
        void client.invalidateQueries()
      })
      source.addEventListener('moved', ({ data }: MessageEvent<string>) => {
        see()
        const { moved }: { moved: string[] } = JSON.parse(data)
        // The bell rings at once, also in a page that is slow to read.
        if (moved.includes('inbox')) void read(new Set(['inbox']))
        readPaced(moved.filter((topic) => topic !== 'inbox'))
      })
      source.addEventListener('blind', ({ data }: MessageEvent<string>) => {
        const { blindSince }: { blindSince: number } = JSON.parse(data)
        setBlindness({ since: blindSince, why: 'store' })
      })
      source.addEventListener('ended', () => void client.invalidateQueries())
      source.addEventListener('error', () => {
        const since = Date.now()
        patience ??= setTimeout(() => setBlindness((blind) => blind ?? { since, why: 'console' }), patienceMs)
        // A refusal closes the source; a broken connection opens it again by itself.
        if (source?.readyState === EventSource.CLOSED) {
          setTimeout(
            () =>
              source?.readyState === EventSource.CLOSED && document.visibilityState === 'visible' && open(),
            patienceMs,
          )
        }
      })
    }
    const close = (): void => {
      clearTimeout(patience)
      source?.close()
      source = undefined
    }
    const follow = (): void => {
      close()
      if (document.visibilityState === 'visible') open()
    }
    follow()
    document.addEventListener('visibilitychange', follow)
    return () => {
      document.removeEventListener('visibilitychange', follow)
      close()
    }
  }, [client, orgId])

  return blindness
}

function isTouched(meta: Record<string, unknown> | undefined, moved: ReadonlySet<string>): boolean {
  return Array.isArray(meta?.topics) && meta.topics.some((topic) => moved.has(String(topic)))
}
