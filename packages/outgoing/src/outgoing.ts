/** A request to an address that somebody else chose. */
export type OutgoingRequest = {
  method: 'GET' | 'POST'
  url: string
  headers?: Record<string, string>
  body?: string | Buffer
  timeoutMs: number
  /** What is read of the answer; the rest is dropped, or the request fails where `wholeAnswer` is asked for. */
  maxAnswerBytes: number
  wholeAnswer?: boolean
  signal?: AbortSignal
}

export type OutgoingAnswer = { status: number; headers: Record<string, string>; body: Buffer }

/** Requests behind the guard: only to public addresses, or to private ones that the operator allows. */
export type Outgoing = {
  /** Throws OutgoingError. A redirect is an answer like any other. */
  request: (request: OutgoingRequest) => Promise<OutgoingAnswer>
  close: () => Promise<void>
}
