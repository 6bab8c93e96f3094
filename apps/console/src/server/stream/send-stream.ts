import type { Response } from 'express'
import type { Movement, Watcher } from './create-watcher.ts'

const commentEveryMs = 15_000
const sessionEveryMs = 4_000

type Streaming = {
  watcher: Watcher
  orgId: string
  /** Whether the session of the reader still holds. */
  mayStay: () => Promise<boolean>
}

/**
 * Sends server-sent events for as long as the reader stays, their session holds and the process runs: `moved` with the
 * topics that changed, `blind` while the store cannot be asked.
 */
export async function sendStream(response: Response, { watcher, orgId, mayStay }: Streaming): Promise<void> {
  response.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'x-accel-buffering': 'no',
    connection: 'close',
  })
  response.write('retry: 2000\n: ready\n\n')
  const unwatch = watcher.watch(orgId, (movement) => response.write(eventOf(movement)))
  const comments = setInterval(() => response.write(':\n\n'), commentEveryMs)
  const sessions = setInterval(() => {
    // A store that is away ends no session; the stream says that it is blind.
    mayStay().then(
      (may) => may || response.end('event: ended\ndata: {}\n\n'),
      () => undefined,
    )
  }, sessionEveryMs)
  const end = (): void => void response.end()
  watcher.closing.addEventListener('abort', end)
  await new Promise<void>((resolve) => response.once('close', resolve))
  watcher.closing.removeEventListener('abort', end)
  clearInterval(comments)
  clearInterval(sessions)
  unwatch()
}

function eventOf(movement: Movement): string {
  const name = 'moved' in movement ? 'moved' : 'blind'
  return `event: ${name}\ndata: ${JSON.stringify(movement)}\n\n`
}
