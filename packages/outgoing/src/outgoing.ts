/** A request to an address that somebody else chose. */
export type OutgoingRequest = {
  method: 'GET' | 'POST'
  url: string
  headers?: Record<string, string>
  body?: string | Buffer
  /** For all of it, from the name's resolution to the end of the answer. */
  timeoutMs: number
  /** What is read of the answer, decompressed; the rest is dropped, or the request fails where `wholeAnswer` is asked for. */
  maxAnswerBytes: number
  /** Without it a status is an answer, whatever goes wrong with the body after it. */
  wholeAnswer?: boolean
  /** Decides by status and headers whether the body is read at all; without it, it is. */
  wantsBody?: (head: Omit<OutgoingAnswer, 'body'>) => boolean
  signal?: AbortSignal
  /** Who asks, such as a workspace: each caller has 4 names resolved at once. */
  caller?: string
}

/** Names of headers are in lower case; values of one that came several times are joined by commas. */
export type OutgoingAnswer = { status: number; headers: Record<string, string>; body: Buffer }

/** Requests behind the guard: only to public addresses, or to private ones that the operator allows. */
export type Outgoing = {
  /** Throws OutgoingError. A redirect is an answer like any other. */
  request: (request: OutgoingRequest) => Promise<OutgoingAnswer>
  /** Ends what is under way; every later request is refused. */
  close: () => Promise<void>
}

/** A set of addresses. */
export type Networks = { has: (address: string) => boolean }
