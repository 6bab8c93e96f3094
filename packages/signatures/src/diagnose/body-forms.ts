import { type JsonSpelling, readTokens, respellJson } from './respell-json.ts'

/** Bytes that a sender may have signed instead of those it sent. */
export type BodyForm = { readonly detail: string; readonly body: Buffer }

const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf])

/** Yields what the body may have been when it was signed, one form after the other, as each costs time. */
export function* bodyForms(body: Buffer): Generator<BodyForm> {
  yield { detail: 'newline', body: Buffer.concat([body, Buffer.from('\n')]) }
  yield { detail: 'newline', body: Buffer.concat([body, Buffer.from('\r\n')]) }
  const text = body.toString('latin1')
  if (text.endsWith('\n'))
    yield { detail: 'newline', body: body.subarray(0, text.endsWith('\r\n') ? -2 : -1) }
  const unix = text.replaceAll('\r\n', '\n')
  if (unix !== text) yield { detail: 'CRLF', body: Buffer.from(unix, 'latin1') }
  if (unix.includes('\n'))
    yield { detail: 'CRLF', body: Buffer.from(unix.replaceAll('\n', '\r\n'), 'latin1') }
  yield { detail: 'empty', body: Buffer.alloc(0) }
  const isMarked = body.subarray(0, byteOrderMark.length).equals(byteOrderMark)
  const unmarked = isMarked ? body.subarray(byteOrderMark.length) : body
  yield {
    detail: 'byte order mark',
    body: isMarked ? unmarked : Buffer.concat([byteOrderMark, body]),
  }
  const json = unmarked.toString('utf8')
  const tokens = readTokens(json)
  if (tokens === undefined) return
  for (const spelling of spellings) {
    const respelled = respellJson(tokens, spelling)
    if (respelled !== undefined && respelled !== json)
      yield { detail: 'JSON spacing', body: Buffer.from(respelled) }
  }
}

const asItIs = (token: string): string => token
const plain = (token: string): string => JSON.stringify(JSON.parse(token))
const ascii = (token: string): string =>
  plain(token).replaceAll(
    /[\u007f-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
const slashes = (token: string): string => ascii(token).replaceAll('/', '\\/')
const goHtml = (token: string): string =>
  plain(token).replaceAll(
    /[<>&\u2028\u2029]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

const compact = { comma: ',', colon: ':' }
const spaced = { comma: ', ', colon: ': ' }
const pretty = { comma: ',', colon: ': ' }

const spellings: readonly JsonSpelling[] = [
  { ...compact, string: plain },
  { ...compact, string: asItIs },
  { ...compact, string: ascii },
  // PHP's json_encode escapes slashes as well, Go's json.Marshal what HTML would misread.
  { ...compact, string: slashes },
  { ...compact, string: goHtml },
  // Python's json.dumps.
  { ...spaced, string: ascii },
  { ...spaced, string: plain },
  { ...spaced, string: asItIs },
  { ...pretty, indent: 2, string: plain },
  { ...pretty, indent: 2, string: ascii },
  { ...pretty, indent: 2, string: asItIs },
  { ...pretty, indent: 4, string: plain },
  { ...pretty, indent: 4, string: ascii },
]
