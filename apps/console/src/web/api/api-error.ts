export type Fault = { path: string; message: string }

/** A refusal of the server. `code` is stable; `unreachable` is our own. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  readonly code: string
  readonly faults: readonly Fault[]

  constructor(refusal: { status: number; code: string; message: string; detail?: Fault[] }) {
    super(refusal.message)
    this.status = refusal.status
    this.code = refusal.code
    this.faults = refusal.detail ?? []
  }

  /** Whether the store or the server is away, so that the same request may succeed later. */
  get isPassing(): boolean {
    return this.status === 0 || this.status === 429 || this.status >= 500
  }

  static async of(response: Response): Promise<ApiError> {
    const body: unknown = await response.json().catch(() => undefined)
    const {
      code = 'internal',
      message = `The console answered ${response.status}.`,
      detail,
    } = isError(body) ? body : {}
    return new ApiError({ status: response.status, code, message, ...(detail && { detail }) })
  }
}

/** Whether no one is logged in any more, or someone else. */
export function isUnauthorized(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'unauthorized'
}

function isError(body: unknown): body is { code: string; message: string; detail?: Fault[] } {
  return typeof body === 'object' && body !== null && 'code' in body && 'message' in body
}
