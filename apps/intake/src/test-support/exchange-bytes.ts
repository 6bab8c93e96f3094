import { connect } from 'node:net'
import type { Answer } from '@signalpost/testing'

/** Writes bytes on a new connection and leaves it open. Returns everything received until it is closed. */
export function exchangeBytes(port: number, bytes: Buffer | string): Promise<string> {
  return new Promise((resolve) => {
    let answer = ''
    const socket = connect({ host: '127.0.0.1', port }, () => socket.write(bytes))
    socket.on('data', (chunk) => {
      answer += chunk.toString('latin1')
    })
    socket.on('error', () => undefined) // a reset counts as an end
    socket.on('close', () => resolve(answer))
  })
}

/**
 * Returns the parts of an answer that may differ for a sender: everything but values that differ between any two
 * answers.
 */
export function visibleParts({ headers, ...answer }: Answer) {
  return { ...answer, headers: { ...headers, date: 'any', 'x-request-id': 'any' } }
}
