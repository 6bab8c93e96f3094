import { createHash } from 'node:crypto'
import {
  type Service,
  type ServiceReply,
  type ServiceRequest,
  startService,
} from '../services/start-service.ts'

/** A post on any platform. Its stand-in shows it as the platform does. */
export type StandInPost = {
  id: number
  title: string
  /** Plain text; platforms that answer with HTML show it escaped, in a paragraph. */
  text: string
  publishedAtMs: number
  author?: string
  /** On platforms with boards. */
  board?: string
  /** Members of the platform's own JSON, which replace ours; undefined removes one. */
  raw?: Record<string, unknown>
}

export type PlatformStandIn = Service & {
  /** What is published. Add and remove posts at any time. */
  posts: StandInPost[]
  /** Calls back before each answer, so that posts come and go while a client reads pages. */
  beforeAnswer: (act: ((request: ServiceRequest) => void) | undefined) => void
}

type Answer = (request: { url: URL; received: ServiceRequest; posts: readonly StandInPost[] }) => ServiceReply

/** Starts a stand-in for a platform. Its `troubles` answer with any status, lose answers or keep silent. */
export async function startStandIn(given: readonly StandInPost[], answer: Answer): Promise<PlatformStandIn> {
  const posts = [...given]
  let act: ((request: ServiceRequest) => void) | undefined
  const service = await startService((received) => {
    act?.(received)
    return answer({ url: new URL(received.path, 'http://stand.in'), received, posts })
  })
  return {
    ...service,
    posts,
    beforeAnswer: (given) => {
      act = given
    },
  }
}

/** Returns an answer of 200 with an `etag`, or of 304 to a client that has the same already. */
export function answerConditionally(document: unknown, received: ServiceRequest): ServiceReply {
  const body = JSON.stringify(document)
  const etag = `W/"${createHash('sha256').update(body).digest('hex').slice(0, 32)}"`
  if (received.headers['if-none-match'] === etag) return { status: 304, headers: { etag } }
  return { status: 200, headers: { etag }, body }
}

export function answerJson(document: unknown, status = 200): ServiceReply {
  return { status, body: JSON.stringify(document) }
}

export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
