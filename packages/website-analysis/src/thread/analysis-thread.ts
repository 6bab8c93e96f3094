import { parentPort } from 'node:worker_threads'
import { OutgoingError } from '@signalpost/outgoing'
import { UnreadableWebsiteError } from '../crawl/crawl-website.ts'
import type { Fetch } from '../crawl/fetch.ts'
import { readWebsite } from '../read-website.ts'
import type { FromThread, ToThread } from './messages.ts'

/**
 * Reads a website and makes a plan in a worker thread. The thread has no environment and no connections: it asks its
 * parent for every fetch. Whatever a text causes, the parent can end the thread.
 */
const parent = parentPort
if (parent === null) throw new Error('This file runs in a worker thread.')

type Waiting = PromiseWithResolvers<Awaited<ReturnType<Fetch>>>

const waiting = new Map<number, Waiting>()
let fetches = 0

const send = (message: FromThread): void => parent.postMessage(message)

const fetch: Fetch = async (request, signal) => {
  signal.throwIfAborted()
  fetches += 1
  const id = fetches
  const one: Waiting = Promise.withResolvers()
  const cancel = (): void => {
    send({ type: 'cancel', id })
    one.reject(new OutgoingError('aborted', { sentNothing: false }))
  }
  waiting.set(id, one)
  signal.addEventListener('abort', cancel, { once: true })
  send({ type: 'fetch', id, request })
  try {
    return await one.promise
  } finally {
    waiting.delete(id)
    signal.removeEventListener('abort', cancel)
  }
}

parent.on('message', (message: ToThread) => {
  if (message.type === 'analyse') void analyse(message.request)
  else if (message.type === 'fetched') {
    const { body, ...head } = message.answer
    waiting
      .get(message.id)
      ?.resolve({ ...head, body: Buffer.from(body.buffer, body.byteOffset, body.length) })
  } else
    waiting.get(message.id)?.reject(new OutgoingError(message.code, { sentNothing: message.sentNothing }))
})

async function analyse(request: Parameters<typeof readWebsite>[0]): Promise<void> {
  try {
    send({ type: 'done', analysis: await readWebsite(request, fetch) })
  } catch (error) {
    if (!(error instanceof UnreadableWebsiteError)) throw error
    send({ type: 'unreadable', message: error.message })
  }
}
