import type { Duplex } from 'node:stream'
import { AnswerError } from '../network/answer-error.ts'
import { dataBytesMost } from '../network/bound-answers.ts'

/** How much the server has answered to the statement in flight, and why the connection was ended. */
export type Answered = { bytes: number; fault: Error | undefined }

/**
 * Bounds an answer, which the driver keeps whole. The driver also reads it in the handler of `data`, where an error
 * would end the process; here it ends the connection.
 */
export function containStream(stream: Duplex, answered: Answered): void {
  const emit = stream.emit.bind(stream)
  const end = (fault: Error): boolean => {
    answered.fault ??= fault
    stream.destroy(fault)
    return true
  }
  stream.on('error', () => undefined)
  stream.emit = (event: string | symbol, ...values: unknown[]): boolean => {
    if (event !== 'data') return emit(event, ...values)
    const [piece] = values
    if (piece instanceof Uint8Array) answered.bytes += piece.length
    if (answered.bytes > dataBytesMost) return end(new AnswerError('too_large'))
    try {
      return emit(event, ...values)
    } catch (cause) {
      return end(new AnswerError('not_understood', { cause }))
    }
  }
}
