import { dayMs } from '@signalpost/domain'
import { z } from 'zod'
import type { PlatformRetention } from '../../define-platform.ts'
import { collectRereads } from '../../reading/collect-rereads.ts'
import { broken } from '../../reading/read-answer.ts'
import type { PlatformRequest } from '../../search.ts'
import { callOf, readList } from './youtube-answers.ts'
import { commentOf, idsOf, keyOf, videoOf } from './youtube-items.ts'

const mostIds = 50

/** What is asked for together. A comment that is read by its id does not say which video it is of. */
const groupSchema = z.object({
  method: z.enum(['videos', 'comments']),
  ids: z.array(z.object({ id: z.string(), videoId: z.string() })).max(mostIds),
})
type Group = z.infer<typeof groupSchema>
const shownSchema = z.object({ id: z.string() })
const stateSchema = z.array(groupSchema).min(1).max(mostIds)

/** YouTube's developer policies: what was stored is refreshed or deleted after 30 days. */
export const rereadYoutube: PlatformRetention = {
  keepMs: 30 * dayMs,
  mostKeys: mostIds,
  start: (keys) => {
    const ids = keys.slice(0, mostIds).flatMap((key) => idsOf(key) ?? [])
    const videos = ids.flatMap(({ videoId, commentId }) =>
      commentId === undefined ? [{ id: videoId, videoId }] : [],
    )
    const comments = ids.flatMap(({ videoId, commentId }) =>
      commentId === undefined ? [] : [{ id: commentId, videoId }],
    )
    return requestOf([
      { method: 'videos', ids: videos },
      { method: 'comments', ids: comments },
    ])
  },
  read: (answer, request) => {
    const parsed = stateSchema.safeParse(request.state)
    const [asked, ...others] = parsed.data ?? []
    if (asked === undefined) return broken('The request has no state of a reread.')
    const page = readList(answer, { absent: ['videoNotFound', 'commentNotFound'] })
    if ('fault' in page) return page
    // One that is gone may fail a request for many, so that smaller groups are asked for.
    if ('isAbsent' in page) return { items: [], next: requestOf([...halvesOf(asked), ...others]) }
    const { receivedAtMs } = answer
    const videoIdOf = (id: string) => asked.ids.find((one) => one.id === id)?.videoId
    const isVideo = asked.method === 'videos'
    const keyOfAsked = ({ id, videoId }: Group['ids'][number]) =>
      keyOf(isVideo ? { videoId } : { videoId, commentId: id })
    const found = collectRereads(page.items, {
      asked: asked.ids.map(keyOfAsked),
      keyOf: (entry) => {
        const shown = shownSchema.safeParse(entry).data
        const one = asked.ids.find(({ id }) => id === shown?.id)
        return one && keyOfAsked(one)
      },
      read: (entry) =>
        isVideo ? videoOf(entry, receivedAtMs) : commentOf(entry, { videoIdOf, receivedAtMs }),
    })
    return { ...found, next: requestOf(others) }
  },
}

/** Asks for the first group that is not empty. */
function requestOf(groups: readonly Group[]): PlatformRequest | null {
  const state = groups.filter(({ ids }) => ids.length > 0)
  const [first] = state
  if (first === undefined) return null
  const id = first.ids.map((one) => one.id).join(',')
  const form = first.method === 'comments' ? { textFormat: 'plainText' } : { maxResults: `${mostIds}` }
  return callOf(first.method, { part: 'snippet', id, ...form }, state)
}

/** One alone that is not found is gone. */
function halvesOf({ method, ids }: Group): Group[] {
  if (ids.length <= 1) return []
  const middle = Math.ceil(ids.length / 2)
  return [
    { method, ids: ids.slice(0, middle) },
    { method, ids: ids.slice(middle) },
  ]
}
