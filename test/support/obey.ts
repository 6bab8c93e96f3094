import { subscribe } from 'node:diagnostics_channel'

/**
 * Loaded into a process of the product before its own code. Obeys a test's commands: blocks its event loop, sets its
 * clock wrong, or ends the process at a point on the way of a delivery.
 */
export type Command =
  | { block: { forMs: number } }
  | { clock: { offsetMs: number } }
  /** SIGKILL at the n-th passage from now on, counted from 1. */
  | { crash: Passage }
  /** SIGSTOP at that point. */
  | { freeze: Passage }

type Passage = { point: string; passage: number }

const systemNowMs = Date.now.bind(Date)
let offsetMs = 0

const shiftedNowMs = (): number => systemNowMs() + offsetMs

const shiftedDate = new Proxy(Date, {
  construct: (date, parts, newTarget) =>
    Reflect.construct(date, parts.length === 0 ? [shiftedNowMs()] : parts, newTarget),
  apply: () => new Date(shiftedNowMs()).toString(),
  get: (date, name) => (name === 'now' ? shiftedNowMs : Reflect.get(date, name)),
})

process.on('message', (message) => {
  // The cast: only `product-process.ts` sends commands.
  if (typeof message === 'object' && message !== null && 'command' in message)
    obey(message.command as Command)
})
// Listening must not keep the process alive.
process.channel?.unref()

function obey(command: Command): void {
  if ('block' in command) {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, command.block.forMs)
  } else if ('clock' in command) {
    offsetMs = command.clock.offsetMs
    globalThis.Date = shiftedDate
  } else if ('crash' in command) {
    signalAt(command.crash, 'SIGKILL')
  } else {
    signalAt(command.freeze, 'SIGSTOP')
  }
}

function signalAt({ point, passage }: Passage, signal: NodeJS.Signals): void {
  let left = passage
  subscribe(`signalpost:${point}`, () => {
    left -= 1
    if (left === 0) process.kill(process.pid, signal)
  })
}
