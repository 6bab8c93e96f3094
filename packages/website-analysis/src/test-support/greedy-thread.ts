import { parentPort } from 'node:worker_threads'

/** Allocates memory without end. */
parentPort?.on('message', () => {
  const kept: number[][] = []
  for (;;) kept.push(Array<number>(1_000_000).fill(0.5))
})
