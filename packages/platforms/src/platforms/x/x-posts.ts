import { dayMs, hourMs, secondMs } from '@signalpost/domain'
import { z } from 'zod'
import { datedOf } from '../../reading/collect-items.ts'
import { broken, findRetryAfterMs, readAnswer } from '../../reading/read-answer.ts'
import { firstLine, oneLine, plainText } from '../../reading/read-text.ts'
import type { PlatformAnswer, PlatformRequest, RereadItem, SearchFault } from '../../search.ts'

export const postIdSchema = z.string().regex(/^\d{1,19}$/)

const postSchema = z.object({
  id: postIdSchema,
  text: z.string(),
  // The whole text of a long post.
  note_tweet: z.object({ text: z.string() }).optional().catch(undefined),
  author_id: z.string().optional().catch(undefined),
  created_at: z.string().nullish().catch(null),
  lang: z.string().nullish().catch(null),
})
const userSchema = z.object({ id: z.string(), username: z.string() })
const answerSchema = z.object({
  data: z.array(z.unknown()).optional(),
  includes: z
    .object({ users: z.array(z.unknown()).catch([]) })
    .optional()
    .catch(undefined),
  errors: z.array(z.unknown()).optional().catch(undefined),
  meta: z.object({ next_token: z.string().max(500).optional().catch(undefined) }).optional(),
})
const problemSchema = z.object({ title: z.string() })

/** Each post and each user in an answer is billed. */
export type XPage = {
  entries: unknown[]
  usernames: Map<string, string>
  nextToken: string | null
  cost: number
}

const withoutCreditsMs = 6 * hourMs
/** The first moment of ids, which have their time in all but 22 bits. */
const epochMs = 1_288_834_974_657n

/** Reads a list of posts. What is no 200 is not billed. */
export function readPosts(answer: PlatformAnswer): XPage | SearchFault {
  if (answer.status !== 200) return { ...faultOf(answer), cost: 0 }
  const read = readAnswer(answer)
  if ('fault' in read) return read
  const parsed = answerSchema.safeParse(read.json)
  if (!parsed.success) return broken('The answer has no list of posts.')
  const { data, includes, errors, meta } = parsed.data
  // Without a post there is no `data`, but there are errors or counts.
  if (data === undefined && errors === undefined && meta === undefined) {
    return broken('The answer has no list of posts.')
  }
  const users = (includes?.users ?? []).flatMap((user) => userSchema.safeParse(user).data ?? [])
  return {
    entries: data ?? [],
    usernames: new Map(users.map(({ id, username }) => [id, username])),
    nextToken: meta?.next_token ?? null,
    cost: (data?.length ?? 0) + (includes?.users.length ?? 0),
  }
}

function faultOf(answer: PlatformAnswer): SearchFault {
  if (answer.status === 402) {
    const message = 'The account has no credits left at X (402).'
    return { fault: 'exhausted', retryAfterMs: withoutCreditsMs, message }
  }
  if (answer.status === 429 && titleOf(answer.body) === 'UsageCapExceeded') {
    return { fault: 'exhausted', retryAfterMs: dayMs, message: 'The cap on posts at X is used up (429).' }
  }
  const resetMs = Number(answer.headers['x-rate-limit-reset']) * secondMs
  if (answer.status === 429 && findRetryAfterMs(answer) === undefined && resetMs > 0) {
    const waitMs = Math.min(dayMs, Math.max(secondMs, resetMs - answer.receivedAtMs))
    return { fault: 'throttled', retryAfterMs: waitMs, message: 'Too many requests (429).' }
  }
  const read = readAnswer(answer)
  return 'fault' in read ? read : broken('The answer has no list of posts.')
}

function titleOf(body: string): string | undefined {
  try {
    return problemSchema.safeParse(JSON.parse(body)).data?.title
  } catch {
    // An answer that is no JSON has no title.
    return undefined
  }
}

export function keyOf(id: string): string {
  return `x.com/i/web/status/${id}`
}

/** Undefined for a key that is not one of ours. */
export function idOf(key: string): string | undefined {
  return /^x\.com\/i\/web\/status\/(\d{1,19})$/.exec(key)?.[1]
}

export function timeOfId(id: string): number {
  return Number((BigInt(id) >> 22n) + epochMs)
}

/** Returns the greatest of some ids, which are newer the greater they are. */
export function newestOf(ids: readonly (string | null)[]): string | null {
  return ids.reduce(
    (most, one) => (one === null || (most !== null && BigInt(most) >= BigInt(one)) ? most : one),
    null,
  )
}

/** Returns a post as an item; undefined without an id or a text. */
export function postOf(
  entry: unknown,
  { usernames, receivedAtMs }: Pick<XPage, 'usernames'> & { receivedAtMs: number },
): (RereadItem & { id: string }) | undefined {
  const parsed = postSchema.safeParse(entry)
  if (!parsed.success) return undefined
  const { id, text: short, note_tweet: note, author_id: authorId, created_at: createdAt, lang } = parsed.data
  const text = plainText(unescaped(note?.text ?? short))
  if (text === '') return undefined
  const author = oneLine(usernames.get(authorId ?? '') ?? '')
  return {
    id,
    platform: 'x',
    key: keyOf(id),
    url: `https://${keyOf(id)}`,
    title: firstLine(text),
    text,
    ...(author !== '' && { author }),
    ...datedOf(createdAt, { receivedAtMs }),
    coverage: 'full_text',
    ...(lang != null && /^[a-z]{2}$/.test(lang) && { language: lang }),
  }
}

/** X escapes these three, and nothing else. */
function unescaped(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')
}

/** A call for posts. `cost` is the most that it may be billed for. */
export function callOf(
  path: string,
  parameters: Readonly<Record<string, string>>,
  { state, cost }: Pick<PlatformRequest, 'state' | 'cost'>,
): PlatformRequest {
  return {
    method: 'GET',
    url: `https://api.x.com/2/tweets${path}?${new URLSearchParams(parameters).toString()}`,
    ...{ headers: {}, unit: 'read', cost, state },
  }
}
