/** The finding of a check. Without `ok` it is a fault; `ok` with a remedy is a weakness that is tolerable. */
export type Finding = { ok: boolean; message: string; remedy?: string }

export type Check<Context> = {
  name: string
  /** The check on which this one depends; if that fails, this one is skipped. */
  after?: string
  /** The remedy if `run` throws. */
  remedy: string
  /** Throws if the thing does not work at all. */
  run: (context: Context) => Promise<Finding | undefined>
}

export function good(message: string): Finding {
  return { ok: true, message }
}

/** It works, but not as well as it should. */
export function weak(message: string, remedy: string): Finding {
  return { ok: true, message, remedy }
}

export function bad(message: string, remedy: string): Finding {
  return { ok: false, message, remedy }
}
