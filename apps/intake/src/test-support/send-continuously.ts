import { Agent } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import type { Answer } from '@signalpost/testing'
import { deliver } from './deliver.ts'
import type { TestSource } from './open-store.ts'

export type Load = {
  answers: Answer[]
  /** Requests without an answer; the connection was refused or broke. */
  errors: NodeJS.ErrnoException[]
  /** The time of the slowest answer, in milliseconds. */
  slowestMs: () => number
  accepted: () => number
  /** Waits until this many more are accepted. */
  untilAccepted: (count: number) => Promise<void>
  /** Ends the load once every request in flight has ended. */
  stop: () => Promise<void>
}

/** Sends one event after another in several lanes: half of them on a kept connection, half on fresh ones. */
export function sendContinuously(intake: { port: number }, source: TestSource, { lanes = 8 } = {}): Load {
  const answers: Answer[] = []
  const errors: NodeJS.ErrnoException[] = []
  const agent = new Agent({ keepAlive: true, maxSockets: lanes })
  let isOver = false
  let slowestMs = 0
  const send = async (options: { agent?: Agent }): Promise<void> => {
    while (!isOver) {
      const startedAtMs = performance.now()
      try {
        const answer = await deliver(intake, source, options)
        answers.push(answer)
        if (answer.status !== 202) await delay(10)
      } catch (error) {
        errors.push(error as NodeJS.ErrnoException) // the cast: node:http fails with nothing else
        await delay(10)
      }
      slowestMs = Math.max(slowestMs, performance.now() - startedAtMs)
    }
  }
  const running = Array.from({ length: lanes }, (_, lane) => send(lane % 2 === 0 ? { agent } : {}))
  const accepted = () => answers.filter(({ status }) => status === 202).length
  return {
    answers,
    errors,
    slowestMs: () => slowestMs,
    accepted,
    untilAccepted: async (count) => {
      const wanted = accepted() + count
      while (accepted() < wanted) await delay(5)
    },
    stop: async () => {
      isOver = true
      await Promise.all(running)
      agent.destroy()
    },
  }
}
