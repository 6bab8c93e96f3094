import type { TestConsole } from './start-test-console.ts'

export type OpenStream = {
  /** All that came so far. */
  text: () => string
  /** Whether the server ended it. */
  isEnded: () => boolean
  close: () => void
}

/** Follows a workspace, as a tab does. Resolves when the first bytes came. */
export async function openStream(
  { url }: TestConsole,
  { orgId, cookie }: { orgId: string; cookie: string },
): Promise<OpenStream> {
  const closing = new AbortController()
  const answer = await fetch(`${url}/console/api/w/${orgId}/stream`, {
    headers: { cookie },
    signal: closing.signal,
  })
  if (answer.status !== 200 || answer.body === null) throw new Error(`The stream answered ${answer.status}.`)
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader()
  let text = (await reader.read()).value ?? ''
  let isEnded = false
  const follow = async (): Promise<void> => {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) break
      text += value
    }
    isEnded = true
  }
  // An abort by `close` is no end.
  follow().catch(() => undefined)
  return { text: () => text, isEnded: () => isEnded, close: () => closing.abort() }
}
