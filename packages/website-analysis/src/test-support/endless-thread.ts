import { parentPort } from 'node:worker_threads'

/** Reads the website, then computes without end, like a thread without a limit. */
parentPort?.on('message', (message: { type: string; request?: { website: string } }) => {
  if (message.type === 'analyse') {
    const request = { accept: '*/*', timeoutMs: 10_000, maxBytes: 1_000, onlyHtml: false }
    parentPort?.postMessage({ type: 'fetch', id: 1, request: { ...request, url: message.request?.website } })
    return
  }
  const endless = 'a'.repeat(40)
  for (;;) /^(?:a+)+b$/.test(endless)
})
