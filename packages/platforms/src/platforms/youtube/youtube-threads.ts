import { z } from 'zod'
import { commentIdSchema, videoIdSchema } from './youtube-items.ts'

/** How many threads are looked at for new replies: those in which a comment was found last. */
export const mostThreads = 50
/** How many threads of a run have all their replies read, which costs a unit for each hundred. */
export const mostParents = 20

const count = z.int().min(0).max(1_000_000_000)

/** A thread in which a comment was found, and how many replies it had when it was met last. */
export const threadSchema = z.object({ id: commentIdSchema, videoId: videoIdSchema, replies: count })
export type Thread = z.infer<typeof threadSchema>

/** A thread as an answer shows it, with some of its replies. */
export type ShownThread = {
  id: string | undefined
  comment: unknown
  replies: unknown[]
  /** How many replies it has. */
  total: number
  /** Of its first comment and the replies that are shown. */
  commentIds: string[]
}

const withIdSchema = z.object({ id: commentIdSchema })
const shownSchema = withIdSchema.extend({
  snippet: z.object({ topLevelComment: z.unknown(), totalReplyCount: count.optional().catch(undefined) }),
  replies: z
    .object({ comments: z.array(z.unknown()) })
    .optional()
    .catch(undefined),
})

export function readThread(entry: unknown): ShownThread {
  const parsed = shownSchema.safeParse(entry)
  if (!parsed.success) return { id: undefined, comment: undefined, replies: [], total: 0, commentIds: [] }
  const { id, snippet, replies: given } = parsed.data
  const replies = given?.comments ?? []
  return {
    ...{ id, comment: snippet.topLevelComment, replies },
    total: Math.max(snippet.totalReplyCount ?? 0, replies.length),
    commentIds: [snippet.topLevelComment, ...replies].flatMap(
      (one) => withIdSchema.safeParse(one).data?.id ?? [],
    ),
  }
}

/** Returns the threads that are still there with the replies that they have now, and those with new ones that are not all shown. */
export function recount(
  noted: readonly Thread[],
  shown: readonly ShownThread[],
): { threads: Thread[]; grown: Thread[] } {
  const byId = new Map(shown.map((thread) => [thread.id, thread]))
  const pairs = noted.flatMap((before) => {
    const now = byId.get(before.id)
    return now === undefined ? [] : [{ before, now, thread: { ...before, replies: now.total } }]
  })
  const grown = pairs.filter(
    ({ before, now }) => now.total > before.replies && now.replies.length < now.total,
  )
  return { threads: pairs.map(({ thread }) => thread), grown: grown.map(({ thread }) => thread) }
}

/** Returns the threads in which one of the comments was found. */
export function threadsOf(
  shown: readonly ShownThread[],
  foundIds: ReadonlySet<string>,
  videoId: string,
): Thread[] {
  return shown.flatMap(({ id, total, commentIds }) =>
    id !== undefined && commentIds.some((one) => foundIds.has(one)) ? [{ id, videoId, replies: total }] : [],
  )
}

/** Returns threads without repetition, as many as are looked at. */
export function mergeThreads(first: readonly Thread[], more: readonly Thread[]): Thread[] {
  const known = new Set(first.map(({ id }) => id))
  return [...first, ...more.filter(({ id }) => !known.has(id))].slice(0, mostThreads)
}
