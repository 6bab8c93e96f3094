/** The finding of a check. Without `ok` it is a fault; `ok` with a remedy is a weakness that is tolerable. */
export type Finding = { ok: boolean; message: string; remedy?: string }

/** One check. It returns its finding, or undefined if it does not apply here. */
export type Check<Context> = {
  name: string
  /** The check on which this one depends; if that fails, this one is skipped. */
  after?: string
  /** The remedy if `run` throws. */
  remedy: string
  /** Throws if the thing does not work at all. */
  run: (context: Context) => Promise<Finding | undefined>
}

/** It works. */
export function good(message: string): Finding {
  return { ok: true, message }
}

/** It works, but not as well as it should. */
export function weak(message: string, remedy: string): Finding {
  return { ok: true, message, remedy }
}

/** It does not work; `remedy` says what to do. */
export function bad(message: string, remedy: string): Finding {
  return { ok: false, message, remedy }
}
