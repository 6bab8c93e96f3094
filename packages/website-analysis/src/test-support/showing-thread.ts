import { parentPort } from 'node:worker_threads'

/** Shows its environment and arguments. */
parentPort?.on('message', () =>
  parentPort?.postMessage({ env: { ...process.env }, argv: process.argv.slice(2) }),
)
