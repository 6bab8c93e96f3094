import { z } from 'zod'
import { datedOf } from '../../reading/collect-items.ts'
import { firstLine, oneLine, plainText } from '../../reading/read-text.ts'
import type { RereadItem } from '../../search.ts'

export const videoIdSchema = z.string().regex(/^[\w-]{11}$/)
export const commentIdSchema = z.string().regex(/^[\w.-]{1,100}$/)

const videoSchema = z.object({
  id: videoIdSchema,
  snippet: z.object({
    publishedAt: z.string().nullish().catch(null),
    title: z.string(),
    description: z.string().nullish().catch(null),
    channelTitle: z.string().nullish().catch(null),
  }),
})
const commentSchema = z.object({
  id: commentIdSchema,
  snippet: z.object({
    publishedAt: z.string().nullish().catch(null),
    // Only the author of a comment always sees its original.
    textOriginal: z.string().nullish().catch(null),
    textDisplay: z.string().nullish().catch(null),
    authorDisplayName: z.string().nullish().catch(null),
  }),
})

export type VideoId = { videoId: string; commentId?: undefined } | { videoId: string; commentId: string }

export function keyOf({ videoId, commentId }: VideoId): string {
  return commentId === undefined
    ? `youtube.com/watch?v=${videoId}`
    : `youtube.com/watch?lc=${commentId}&v=${videoId}`
}

/** Undefined for a key that is not one of ours. */
export function idsOf(key: string): VideoId | undefined {
  const match = /^youtube\.com\/watch\?(?:lc=([\w.-]{1,100})&)?v=([\w-]{11})$/.exec(key)
  const [, commentId, videoId] = match ?? []
  if (videoId === undefined) return undefined
  return commentId === undefined ? { videoId } : { videoId, commentId }
}

/** Returns a video as an item; undefined without an id or a title. */
export function videoOf(entry: unknown, receivedAtMs: number): RereadItem | undefined {
  const parsed = videoSchema.safeParse(entry)
  if (!parsed.success) return undefined
  const { id: videoId, snippet } = parsed.data
  const title = oneLine(snippet.title)
  if (title === '') return undefined
  const channel = oneLine(snippet.channelTitle ?? '')
  return {
    platform: 'youtube',
    key: keyOf({ videoId }),
    url: `https://www.youtube.com/watch?v=${videoId}`,
    title,
    text: plainText(snippet.description ?? ''),
    ...(channel !== '' && { author: channel, place: channel }),
    ...datedOf(snippet.publishedAt, { receivedAtMs }),
    coverage: 'full_text',
  }
}

/** Returns a comment as an item; undefined without an id, a text, or a video that it is of. */
export function commentOf(
  entry: unknown,
  { videoIdOf, receivedAtMs }: { videoIdOf: (commentId: string) => string | undefined; receivedAtMs: number },
): RereadItem | undefined {
  const parsed = commentSchema.safeParse(entry)
  if (!parsed.success) return undefined
  const { id: commentId, snippet } = parsed.data
  const videoId = videoIdOf(commentId)
  const text = plainText(snippet.textOriginal ?? snippet.textDisplay ?? '')
  if (videoId === undefined || text === '') return undefined
  const author = oneLine(snippet.authorDisplayName ?? '')
  return {
    platform: 'youtube',
    key: keyOf({ videoId, commentId }),
    url: `https://www.youtube.com/watch?v=${videoId}&lc=${commentId}`,
    title: firstLine(text),
    text,
    ...(author !== '' && { author }),
    ...datedOf(snippet.publishedAt, { receivedAtMs }),
    coverage: 'full_text',
  }
}
