import { connect } from 'node:net'

export type OddRequest = {
  /** Method and path as they stand in the request line, such as `GET /v1//x`. */
  line: string
  /** Header lines beside `Host`, which one of these may replace, and `Connection`. */
  headers?: readonly string[]
  body?: string
}

const atOnce = 16

/**
 * Sends requests that no client library would write, byte for byte, and returns a transcript of the answers in which what
 * differs at each run is left out. `names` are texts of this run, and what the transcript calls them.
 */
export async function askOddly(
  port: number,
  requests: readonly OddRequest[],
  names: Readonly<Record<string, string>> = {},
): Promise<string> {
  const answers: string[] = []
  // Together, for a refused body is drained for two seconds.
  for (let done = 0; done < requests.length; done += atOnce) {
    const some = requests.slice(done, done + atOnce)
    const asking = some.map(async (request) => `> ${describe(request)}\n${await exchange(port, request)}`)
    answers.push(...(await Promise.all(asking)))
  }
  const text = answers.join('\n\n').replaceAll(String(port), 'PORT')
  return `${Object.entries(names).reduce((sum, [from, to]) => sum.replaceAll(from, to), text)}\n`
}

function describe({ line, headers = [], body = '' }: OddRequest): string {
  const shown = headers
    .filter((header) => !/^(authorization|cookie|content-length|x-service-signature):/i.test(header))
    .map((header) => ` | ${header}`)
  const isKnown = headers.some((header) => /^(authorization|cookie|x-service-signature):/i.test(header))
  return `${line}${isKnown ? ' (known)' : ''}${shown.join('')}${body === '' ? '' : ` | ${body.slice(0, 40)}`}`
}

function exchange(port: number, { line, headers = [], body = '' }: OddRequest): Promise<string> {
  const isHostGiven = headers.some((header) => /^host:/i.test(header))
  const head = [`${line} HTTP/1.1`, ...(isHostGiven ? [] : [`Host: 127.0.0.1:${port}`]), ...headers]
  const isFramed = headers.some((header) => /^(content-length|transfer-encoding):/i.test(header))
  if (body !== '' && !isFramed) head.push(`Content-Length: ${Buffer.byteLength(body)}`)
  return new Promise((resolve) => {
    let received = ''
    const socket = connect(port, '127.0.0.1', () =>
      socket.write(`${[...head, 'Connection: close', '', ''].join('\r\n')}${body}`),
    )
    socket.setEncoding('latin1')
    socket.on('data', (chunk: string) => {
      received += chunk
    })
    socket.on('error', () => undefined) // a reset counts as an end
    socket.on('close', () => resolve(steady(received)))
  })
}

/** Puts the header on one line, and leaves out what no two runs share. */
function steady(answer: string): string {
  const [head = '', ...rest] = answer.replaceAll('\r\n', '\n').trimEnd().split('\n\n')
  const fields = head
    .replaceAll(/^(date|x-request-id|ratelimit-(?:remaining|reset)|retry-after): .*$/gim, '$1: *')
    .split('\n')
  const after = rest.join('\n\n')
  const body = after.startsWith('HTTP/') ? steady(after) : after
  return [fields.join(' | '), body]
    .filter((part) => part !== '')
    .join('\n')
    .replaceAll(/\b([a-z]{3})_[0-9a-z]{26}\b/g, '$1_*')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')
}
