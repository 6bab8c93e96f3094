import type { ServerResponse } from 'node:http'
import type { Movement, Watcher } from './create-watcher.ts'

const commentEveryMs = 15_000
/** A session is believed for 4 s, and its end must hold within 5 s. */
const sessionEveryMs = 500
/** A reader that takes no more than this would fill the memory; its browser comes back and reads all again. */
const heldBytesAtMost = 64 * 1024

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
export async function sendStream(
  response: ServerResponse,
  { watcher, orgId, mayStay }: Streaming,
): Promise<void> {
  response.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'x-accel-buffering': 'no',
    connection: 'close',
  })
  const send = (text: string): void => {
    // It ends before it closes, and a write in between would be an error that no one handles.
    if (response.writableEnded) return
    if (response.writableLength > heldBytesAtMost) response.destroy()
    else response.write(text)
  }
  send('retry: 2000\n: ready\n\n')
  const unwatch = watcher.watch(orgId, (movement) => send(eventOf(movement)))
  const comments = setInterval(() => send(':\n\n'), commentEveryMs)
  let isLooking = false
  const look = async (): Promise<void> => {
    if (isLooking || response.writableEnded) return
    isLooking = true
    // A store that is away ends no session; the stream says that it is blind.
    const stays = await mayStay().catch(() => true)
    isLooking = false
    if (!stays && !response.writableEnded) response.end('event: ended\ndata: {}\n\n')
  }
  const sessions = setInterval(() => void look(), sessionEveryMs)
  const end = (): void => void response.end()
  watcher.closing.addEventListener('abort', end)
  if (watcher.closing.aborted) end()
  if (!response.closed) await new Promise<void>((resolve) => response.once('close', resolve))
  watcher.closing.removeEventListener('abort', end)
  clearInterval(comments)
  clearInterval(sessions)
  unwatch()
}

function eventOf(movement: Movement): string {
  const name = 'moved' in movement ? 'moved' : 'blind'
  return `event: ${name}\ndata: ${JSON.stringify(movement)}\n\n`
}
