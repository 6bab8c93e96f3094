const [quote, backslash, comma] = [0x22, 0x5c, 0x2c]
const openers = new Set([0x5b, 0x7b])
const closers = new Set([0x5d, 0x7d])
const blank = Buffer.from('null')

export type BlankedBody = { body: Buffer; blanked: number }

/**
 * Replaces every event of a request's body that concerns the signal with `null`: the whole body of a single event, or
 * elements of an array. The other elements keep their bytes, so they stay equal as JSON values whatever numbers they
 * contain. Returns undefined if no event concerns it, or the body is not JSON.
 */
export function blankEvents(body: Buffer, signalId: string): BlankedBody | undefined {
  const document = findJson(body)
  if (!Array.isArray(document)) {
    return concerns(document, signalId) ? { body: blank, blanked: 1 } : undefined
  }
  const concerned = document.map((element) => concerns(element, signalId))
  if (!concerned.includes(true)) return undefined
  const elements = elementsOf(body).map((bytes, index) => (concerned[index] === true ? blank : bytes))
  const separated = elements.flatMap((bytes, index) => (index === 0 ? [bytes] : [Buffer.from(','), bytes]))
  return {
    body: Buffer.concat([Buffer.from('['), ...separated, Buffer.from(']')]),
    blanked: concerned.filter(Boolean).length,
  }
}

function concerns(event: unknown, signalId: string): boolean {
  const data = memberOf(event, 'data')
  return memberOf(data, 'signalId') === signalId || memberOf(memberOf(data, 'signal'), 'id') === signalId
}

function memberOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined
  return Object.getOwnPropertyDescriptor(value, name)?.value
}

/** Returns the bytes of each element of a non-empty JSON array. */
function elementsOf(array: Buffer): Buffer[] {
  const elements: Buffer[] = []
  let [depth, start, inString] = [0, 0, false]
  for (let at = 0; at < array.length; at += 1) {
    const byte = array[at] ?? 0
    if (inString) {
      if (byte === backslash) at += 1
      else if (byte === quote) inString = false
    } else if (byte === quote) {
      inString = true
    } else if (openers.has(byte)) {
      depth += 1
      if (depth === 1) start = at + 1
    } else if (depth === 1 && (byte === comma || closers.has(byte))) {
      elements.push(array.subarray(start, at))
      start = at + 1
      if (byte !== comma) depth = 0
    } else if (closers.has(byte)) {
      depth -= 1
    }
  }
  return elements
}

function findJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    // A third party's body may not be JSON; then it contains no event of ours.
    return undefined
  }
}
