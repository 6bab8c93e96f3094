import { dayMs, hourMs, minuteMs, secondMs } from '@signalpost/domain'
import { z } from 'zod'
import { broken, readAnswer } from '../../reading/read-answer.ts'
import type { PlatformAnswer, PlatformRequest, SearchFault } from '../../search.ts'

export const quotaZone = 'America/Los_Angeles'

/** What a call gave: a page, or that there is no such thing, such as comments where an owner disabled them. */
export type YoutubePage = { items: unknown[]; nextPageToken: string | null } | { isAbsent: true }

const listSchema = z.object({
  items: z.array(z.unknown()),
  nextPageToken: z.string().min(1).max(500).nullish().catch(null),
})
const errorSchema = z.object({
  error: z.object({
    errors: z.array(z.object({ reason: z.string().catch('') })).catch([]),
    details: z.array(z.object({ reason: z.string().catch('') })).catch([]),
  }),
})

const usedUp = new Set(['quotaExceeded', 'dailyLimitExceeded'])
const tooFast = new Set(['rateLimitExceeded', 'userRateLimitExceeded'])
const refused = new Set(['API_KEY_INVALID', 'keyInvalid', 'accessNotConfigured', 'ipRefererBlocked'])

/** Reads a list. `absent` names the reasons of errors that mean that what was asked for is not there. */
export function readList(
  answer: PlatformAnswer,
  { absent = [] }: { absent?: readonly string[] } = {},
): YoutubePage | SearchFault {
  if (answer.status !== 200) return faultOf(answer, absent)
  const read = readAnswer(answer)
  if ('fault' in read) return read
  const page = listSchema.safeParse(read.json)
  if (!page.success) return broken('The answer has no list of items.')
  return { items: page.data.items, nextPageToken: page.data.nextPageToken ?? null }
}

function faultOf(answer: PlatformAnswer, absent: readonly string[]): YoutubePage | SearchFault {
  const reasons = reasonsOf(answer.body)
  if (reasons.some((reason) => usedUp.has(reason))) {
    const retryAfterMs = untilQuotaResetsMs(answer.receivedAtMs)
    return { fault: 'exhausted', retryAfterMs, message: 'The quota of the API key is used up.' }
  }
  if (reasons.some((reason) => tooFast.has(reason))) {
    return { fault: 'throttled', retryAfterMs: minuteMs, message: 'Too many requests in a short time.' }
  }
  if (reasons.some((reason) => refused.has(reason))) {
    return { fault: 'unauthorised', message: 'YouTube refuses the API key, or its project lacks the API.' }
  }
  if (reasons.some((reason) => absent.includes(reason))) return { isAbsent: true }
  const read = readAnswer(answer)
  return 'fault' in read ? read : broken('The answer has no list of items.')
}

function reasonsOf(body: string): string[] {
  try {
    const parsed = errorSchema.safeParse(JSON.parse(body))
    if (!parsed.success) return []
    const { errors, details } = parsed.data.error
    return [...errors, ...details].map(({ reason }) => reason)
  } catch {
    // An answer that is no JSON names no reason.
    return []
  }
}

const clock = new Intl.DateTimeFormat('en-US', {
  ...{ timeZone: quotaZone, hourCycle: 'h23', hour: '2-digit', minute: '2-digit', second: '2-digit' },
})

/** On the two days when clocks change this is an hour off: the quota is then asked for again. */
function untilQuotaResetsMs(nowMs: number): number {
  const [hours = 0, minutes = 0, seconds = 0] = clock.format(nowMs).split(':').map(Number)
  return Math.max(secondMs, dayMs - hours * hourMs - minutes * minuteMs - seconds * secondMs)
}

/** A call of one method of the Data API. */
export function callOf(
  method: 'search' | 'videos' | 'commentThreads' | 'comments',
  parameters: Readonly<Record<string, string>>,
  state: PlatformRequest['state'],
): PlatformRequest {
  return {
    method: 'GET',
    url: `https://www.googleapis.com/youtube/v3/${method}?${new URLSearchParams(parameters).toString()}`,
    headers: {},
    unit: method === 'search' ? 'search' : 'unit',
    cost: 1,
    state,
  }
}
