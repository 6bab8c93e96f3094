import { RejectedError } from '@signalpost/domain'

/** One request to the intake: its exact bytes, and the id of each event that has one. */
export type EventRequest = {
  body: Buffer
  eventIds: (string | null)[]
  /** Its events as separate requests, if they were combined here. */
  apart: EventRequest[]
}

type Line = { text: string; eventId: string | null }

const eventsTogether = 100
// Two brackets, less the comma that is counted after the last event.
const bracketBytes = 1

/**
 * Splits a file into requests. One JSON document, an event or an array, is sent byte for byte; the lines of NDJSON are
 * sent in arrays of up to 100 events. Throws RejectedError `invalid_json`.
 */
export function readEventRequests(file: Buffer, { maxBodyBytes }: { maxBodyBytes: number }): EventRequest[] {
  const text = file.toString('utf8')
  const document = findJson(text)
  if (document !== undefined) {
    const events = Array.isArray(document.value) ? document.value : [document.value]
    if (events.length === 0)
      throw new RejectedError('invalid_event', 'There are no events: the array is empty.')
    return [{ body: file, eventIds: events.map(eventIdOf), apart: [] }]
  }
  return requestsOfLines(readLines(text), maxBodyBytes)
}

/** Combines events into one request. */
export function requestOfEvents(events: readonly { id: string }[]): EventRequest {
  return requestOf(events.map((event) => ({ text: JSON.stringify(event), eventId: event.id })))
}

function readLines(text: string): Line[] {
  const lines: Line[] = []
  for (const [index, line] of text.split('\n').entries()) {
    const trimmed = line.trim()
    if (trimmed === '') continue
    const document = findJson(trimmed)
    if (document === undefined) {
      throw new RejectedError(
        'invalid_json',
        `This is neither JSON nor NDJSON: line ${index + 1} is not JSON.`,
      )
    }
    lines.push({ text: trimmed, eventId: eventIdOf(document.value) })
  }
  if (lines.length === 0) throw new RejectedError('invalid_json', 'There are no events: the input is empty.')
  return lines
}

function requestsOfLines(lines: Line[], maxBodyBytes: number): EventRequest[] {
  const requests: EventRequest[] = []
  let gathered: Line[] = []
  let bytes = bracketBytes
  for (const line of lines) {
    const lineBytes = Buffer.byteLength(line.text) + 1
    if (gathered.length === eventsTogether || (gathered.length > 0 && bytes + lineBytes > maxBodyBytes)) {
      requests.push(requestOf(gathered))
      gathered = []
      bytes = bracketBytes
    }
    gathered.push(line)
    bytes += lineBytes
  }
  return [...requests, requestOf(gathered)]
}

function requestOf(lines: Line[]): EventRequest {
  return {
    body: Buffer.from(`[${lines.map((line) => line.text).join(',')}]`),
    eventIds: lines.map((line) => line.eventId),
    apart: lines.length > 1 ? lines.map((line) => requestOf([line])) : [],
  }
}

function eventIdOf(event: unknown): string | null {
  if (typeof event !== 'object' || event === null || !('id' in event)) return null
  return typeof event.id === 'string' ? event.id : null
}

function findJson(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) }
  } catch {
    // The caller then reads it as lines, or reports which line it is.
    return undefined
  }
}
