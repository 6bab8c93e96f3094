import type { Worker } from 'node:worker_threads'
import { OutgoingError } from '@signalpost/outgoing'
import { isOutOfMemory } from '@signalpost/runtime'
import { UnreadableWebsiteError } from '../crawl/crawl-website.ts'
import type { Fetch, FetchRequest } from '../crawl/fetch.ts'
import type { Analysis, AnalysisRequest } from '../read-website.ts'
import type { FromThread, ToThread } from './messages.ts'

type Options = {
  request: AnalysisRequest
  fetch: Fetch
  /** Covers the crawl and the plan. */
  deadlineMs: number
  signal: AbortSignal
}

/**
 * Has a thread analyse a website, and fetches for it. Resolves with an error for a website that the thread found
 * unreadable. Throws UnreadableWebsiteError when the thread is late or runs out of memory; rejects with the reason of
 * `signal` if it aborts. After a rejection the thread may still be busy: end it.
 */
export async function analyseInThread(
  thread: Worker,
  { request, fetch, deadlineMs, signal }: Options,
): Promise<Analysis | UnreadableWebsiteError> {
  signal.throwIfAborted()
  const end = new AbortController()
  const fetching = new Map<number, AbortController>()
  const { promise, resolve, reject } = Promise.withResolvers<Analysis | UnreadableWebsiteError>()
  const send = (message: ToThread): void => thread.postMessage(message)

  const fetchFor = async (id: number, one: FetchRequest): Promise<void> => {
    const cancel = new AbortController()
    fetching.set(id, cancel)
    try {
      const answer = await fetch(one, AbortSignal.any([end.signal, cancel.signal]))
      send({ type: 'fetched', id, answer: { ...answer, body: Uint8Array.from(answer.body) } })
    } catch (error) {
      if (!(error instanceof OutgoingError)) reject(error)
      else send({ type: 'fetch-failed', id, code: error.code, sentNothing: error.sentNothing })
    } finally {
      fetching.delete(id)
    }
  }
  const receive = (message: FromThread): void => {
    if (message.type === 'fetch') void fetchFor(message.id, message.request)
    else if (message.type === 'cancel') fetching.get(message.id)?.abort()
    else if (message.type === 'done') resolve(message.analysis)
    else resolve(new UnreadableWebsiteError(message.message))
  }
  const fail = (error: Error): void => {
    reject(
      isOutOfMemory(error)
        ? new UnreadableWebsiteError('The website takes too much memory.', { cause: error })
        : error,
    )
  }
  const exit = (): void => reject(new Error('The thread of an analysis ended.'))
  const giveUp = (): void => reject(signal.reason as Error)
  const limit = setTimeout(
    () => reject(new UnreadableWebsiteError('The website could not be read in time.')),
    deadlineMs,
  )

  thread.on('message', receive).on('error', fail).on('exit', exit)
  signal.addEventListener('abort', giveUp, { once: true })
  send({ type: 'analyse', request })
  try {
    return await promise
  } finally {
    clearTimeout(limit)
    signal.removeEventListener('abort', giveUp)
    thread.off('message', receive).off('error', fail).off('exit', exit)
    end.abort()
  }
}
