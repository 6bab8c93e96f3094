import cluster from 'node:cluster'
import { isMessage } from './ask-over-channel.ts'

/**
 * How a process comes to a port that several serve: `opens` it, or `joins` others that serve it already, and then only
 * once it is able to.
 */
export type ServingRole = 'opens' | 'joins'

type Stop = { type: 'stop' }

export const stopMessage: Stop = { type: 'stop' }

/** Returns the role that the supervising process gave this one; undefined for a process that serves alone. */
export function findServingRole(): ServingRole | undefined {
  const given = process.argv.at(-1)
  return cluster.isWorker && (given === 'opens' || given === 'joins') ? given : undefined
}

/** Calls `onStop` when the supervising process asks this one to stop. */
export function watchForStopMessage(onStop: () => void): void {
  process.on('message', (message) => {
    if (isMessage<Stop>(message, 'stop')) onStop()
  })
}

/**
 * Keeps this process alive when the supervising process dies, so that it finishes the requests that it has begun. Node
 * would end it on the spot.
 */
export function outliveSupervisor(): void {
  const { worker } = cluster
  worker?.once('disconnect', () => {
    worker.exitedAfterDisconnect = true
  })
}
