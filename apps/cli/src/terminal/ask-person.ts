import type { Readable, Writable } from 'node:stream'
import { confirm, isCancel, text } from '@clack/prompts'

/** Control and D end the input of a terminal. Prompts would wait for more of it. */
const endOfInput = '\u0004'

/** Asks for yes or, if given, for exactly this word. An input that ends is a no, as Escape and Control and C are. */
export async function askPerson(
  { input, output }: { input: Readable; output: Writable },
  { question, word }: { question: string; word?: string | undefined },
): Promise<boolean> {
  const ended = new AbortController()
  const end = () => ended.abort()
  const read = (chunk: Buffer | string) => {
    if (String(chunk).includes(endOfInput)) end()
  }
  input.on('data', read).once('end', end)
  try {
    const options = { message: question, withGuide: false, input, output, signal: ended.signal }
    if (word !== undefined) return (await text(options)) === word
    const answer = await confirm({ ...options, initialValue: false })
    return !isCancel(answer) && answer
  } finally {
    input.off('data', read).off('end', end)
  }
}
