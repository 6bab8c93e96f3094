import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

type Exchange = { request: IncomingMessage; response: ServerResponse }

/** The unanswered requests of one client's connection. */
export type Connection = {
  socket: Socket
  /** The latest request that the parser read. */
  latest: () => ServerResponse | undefined
  unanswered: () => number
  /** Begins the request, or keeps it until earlier ones are answered. */
  add: (exchange: Exchange) => void
  /** Closes the connection after its last answer; at once if no answer is due. */
  closeAfterAnswers: () => void
}

type Options = {
  socket: Socket
  /** How many requests of the connection may be unanswered before reading pauses. */
  maxUnanswered: number
  begin: (exchange: Exchange) => void
  /** Whether the next answers close the connection anyway. */
  isLeaving: () => boolean
  /** Called with each change of the number of waiting requests. */
  onKept: (change: number) => void
}

/**
 * Limits what a client can start without waiting for answers. Past the limit the socket is paused; requests already
 * parsed from the same piece wait in `kept`.
 */
export function trackConnection({ socket, maxUnanswered, begin, isLeaving, onKept }: Options): Connection {
  const begun = new Set<ServerResponse>()
  let kept: Exchange[] = []
  let nextKept = 0
  let latest: ServerResponse | undefined
  let closing: ServerResponse | undefined
  let isPaused = false
  let isClosing = false

  const unanswered = (): number => begun.size + kept.length - nextKept
  const sendClose = (): void => {
    if (closing === latest) return
    // Only the last answer may say so: Node drops every answer after one that does.
    if (closing?.headersSent === false) closing.removeHeader('connection')
    if (latest?.headersSent === false) latest.setHeader('connection', 'close')
    closing = latest
  }
  const start = (exchange: Exchange): void => {
    const { response } = exchange
    begun.add(response)
    response.once('close', () => {
      begun.delete(response)
      startKept()
      settle()
    })
    begin(exchange)
  }
  const startKept = (): void => {
    while (begun.size < maxUnanswered && !socket.destroyed) {
      const next = kept[nextKept]
      if (next === undefined) return
      nextKept += 1
      if (nextKept === kept.length) [kept, nextKept] = [[], 0]
      onKept(-1)
      start(next)
    }
  }
  const pause = (): void => {
    if (isPaused || socket.destroyed) return
    isPaused = true
    socket.pause()
  }
  const settle = (): void => {
    const left = unanswered()
    if (isClosing && left === 0) socket.destroySoon()
    if (!isPaused || left >= maxUnanswered) return
    isPaused = false
    socket.resume()
  }

  // Node resumes the socket by itself when a request is read or finished.
  socket.on('resume', () => {
    if (isPaused) socket.pause()
  })
  socket.once('close', () => {
    if (kept.length > nextKept) onKept(nextKept - kept.length)
    ;[kept, nextKept] = [[], 0]
  })

  return {
    socket,
    latest: () => latest,
    unanswered,
    add: (exchange) => {
      latest = exchange.response
      if (isClosing || isLeaving()) sendClose()
      if (begun.size < maxUnanswered) start(exchange)
      else {
        kept.push(exchange)
        onKept(1)
      }
      if (unanswered() >= maxUnanswered) pause()
    },
    closeAfterAnswers: () => {
      isClosing = true
      if (unanswered() === 0) socket.destroySoon()
      else sendClose()
    },
  }
}
