import { Worker } from 'node:worker_threads'

export type ReferenceLoader = () => Promise<Buffer>

/**
 * Returns a function that loads the script of the API reference, compressed by gzip. The first call prepares it in a
 * thread, so that neither the start nor a request waits; a failure is not remembered.
 */
export function createReferenceLoader(): ReferenceLoader {
  let loading: Promise<Buffer> | undefined
  return () => {
    loading ??= extract().catch((error: unknown) => {
      loading = undefined
      throw error
    })
    return loading
  }
}

function extract(): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./reference-thread.ts', import.meta.url))
    worker.once('message', (script: Uint8Array) => resolve(Buffer.from(script)))
    worker.once('error', reject)
    worker.once('exit', () => reject(new Error('The thread that prepares the API reference ended early.')))
  })
}
