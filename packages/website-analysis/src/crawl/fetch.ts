import { type Outgoing, type OutgoingAnswer, userAgent } from '@signalpost/outgoing'

const crawlerAgent = `${userAgent} (reads the websites that its users name)`

/** A GET of one address, as plain data that can pass between threads. */
export type FetchRequest = {
  url: string
  accept: string
  timeoutMs: number
  maxBytes: number
  /** Skips the body of anything but HTML. */
  onlyHtml: boolean
}

/** Follows no redirects. Throws OutgoingError. */
export type Fetch = (request: FetchRequest, signal: AbortSignal) => Promise<OutgoingAnswer>

/** Sends the requests of one crawl through the guard. `caller` identifies for whom. */
export function createFetch(outgoing: Outgoing, { caller }: { caller: string }): Fetch {
  return ({ url, accept, timeoutMs, maxBytes, onlyHtml }, signal) =>
    outgoing.request({
      method: 'GET',
      url,
      headers: { 'user-agent': crawlerAgent, accept, 'accept-language': 'en, *;q=0.5' },
      timeoutMs,
      maxAnswerBytes: maxBytes,
      wantsBody: ({ status, headers }) => status === 200 && (!onlyHtml || isHtml(headers['content-type'])),
      signal,
      caller,
    })
}

/** Servers may omit the type; then the body must look like HTML. */
function isHtml(contentType: string | undefined): boolean {
  return contentType === undefined || /^\s*(?:text\/html|application\/xhtml\+xml)\b/i.test(contentType)
}
