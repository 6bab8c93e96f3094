import { parentPort } from 'node:worker_threads'

/** Sends back its environment and arguments. */
parentPort?.on('message', () =>
  parentPort?.postMessage({ env: { ...process.env }, argv: process.argv.slice(2) }),
)
