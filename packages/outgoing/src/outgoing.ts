/** A request to an address that someone outside chose. */
export type OutgoingRequest = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH'
  url: string
  headers?: Record<string, string>
  body?: string | Buffer
  /** The limit for the whole exchange, from resolving the name to the end of the answer. */
  timeoutMs: number
  /**
   * How much of the decompressed answer to read. The rest is dropped; with `wholeAnswer`, a longer answer fails the
   * request.
   */
  maxAnswerBytes: number
  /**
   * Fails the request if the body cannot be read completely. Otherwise a status is an answer, whatever happens to its
   * body.
   */
  wholeAnswer?: boolean
  /** Decides by status and headers whether to read the body; read by default. */
  wantsBody?: (head: Omit<OutgoingAnswer, 'body'>) => boolean
  signal?: AbortSignal
  /** Who asks, such as a workspace. Each caller may resolve 4 names at once. */
  caller?: string
}

/** Header names are in lower case; repeated values are joined by commas. */
export type OutgoingAnswer = { status: number; headers: Record<string, string>; body: Buffer }

/** Sends requests behind the guard: only to public addresses, and to private ones that the operator allows. */
export type Outgoing = {
  /** Throws OutgoingError. Returns a redirect like any other answer. */
  request: (request: OutgoingRequest) => Promise<OutgoingAnswer>
  /** Aborts requests in flight and refuses later ones. */
  close: () => Promise<void>
}

/** A set of addresses. */
export type Networks = { has: (address: string) => boolean; isEmpty?: boolean }
