import { RemoteError } from './remote-error.ts'

/** Far more than any answer of a console has. */
const mostMiB = 64

/** Reads the body of an answer. Throws RemoteError for one that is too long to be a console's. */
export async function readWhole({ body }: Response, url: string): Promise<string> {
  if (body === null) return ''
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  for await (const piece of body) {
    bytes += piece.byteLength
    if (bytes > mostMiB * 1024 * 1024) {
      throw new RemoteError(
        `${url} answered with more than ${mostMiB} MiB. Something else than a console is at this address.`,
      )
    }
    text += decoder.decode(piece, { stream: true })
  }
  return text + decoder.decode()
}
