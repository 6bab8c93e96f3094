import { raceDeadline } from '../race-deadline.ts'

/** One end of the IPC channel between two processes: `process` itself, or the parent's object for a child. */
export type Channel = {
  on: (event: 'message', listener: (message: unknown) => void) => unknown
  off: (event: 'message', listener: (message: unknown) => void) => unknown
  send?: (message: object, onSent: (error: Error | null) => void) => unknown
}

type Question = { type: 'question'; id: number; question: string }
type Answer = { type: 'answer'; id: number; value?: unknown; error?: string }

let lastId = 0

/**
 * Asks the process at the other end of a channel, which must answer with `answerQuestions`. Throws when it cannot be
 * reached, cannot answer, or takes longer than `limitMs`.
 */
export async function askOverChannel(
  channel: Channel,
  question: string,
  { limitMs }: { limitMs: number },
): Promise<unknown> {
  lastId += 1
  const asked: Question = { type: 'question', id: lastId, question }
  const { promise, resolve, reject } = Promise.withResolvers<unknown>()
  const onMessage = (message: unknown): void => {
    if (!isMessage<Answer>(message, 'answer') || message.id !== asked.id) return
    if (message.error === undefined) resolve(message.value)
    else reject(new Error(`The other process could not answer: ${message.error}`))
  }
  channel.on('message', onMessage)
  try {
    if (channel.send === undefined) throw new Error('There is no channel to another process.')
    channel.send(asked, (error) => error && reject(error))
    return await raceDeadline(promise, { limitMs, late: () => new Error('The other process is slow.') })
  } finally {
    channel.off('message', onMessage)
  }
}

/** Replies to the questions that arrive from the other end of a channel. */
export function answerQuestions(channel: Channel, answers: Record<string, () => Promise<unknown>>): void {
  channel.on('message', (message) => {
    if (!isMessage<Question>(message, 'question')) return
    const { id, question } = message
    const reply = (answer: Omit<Answer, 'type' | 'id'>): void =>
      // One that has gone needs no answer.
      void channel.send?.({ type: 'answer', id, ...answer }, () => undefined)
    const answering = answers[question]?.() ?? Promise.reject(new Error(`unknown question ${question}`))
    answering.then(
      (value) => reply({ value }),
      (error: unknown) => reply({ error: String(error) }),
    )
  })
}

/** Whether a message has this type. Only our own processes write to the channel, so its type decides its shape. */
export function isMessage<Message extends { type: string }>(
  message: unknown,
  type: Message['type'],
): message is Message {
  return typeof message === 'object' && message !== null && 'type' in message && message.type === type
}
