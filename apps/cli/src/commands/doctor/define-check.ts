import type { CommandContext } from '../../command/context.ts'

/** What a check found. Not ok with a remedy is a fault; ok with a remedy is a weakness that one may live with. */
export type Finding = { ok: boolean; message: string; remedy?: string }

export type Check = {
  name: string
  /** The check without which this one can find nothing, and is left out. */
  after?: string
  /** What to do when it throws. */
  remedy: string
  /** Throws where it finds that something does not work at all. */
  run: (context: CommandContext) => Promise<Finding | undefined>
}

export function good(message: string): Finding {
  return { ok: true, message }
}

/** Works, but not as well as it should. */
export function weak(message: string, remedy: string): Finding {
  return { ok: true, message, remedy }
}

export function bad(message: string, remedy: string): Finding {
  return { ok: false, message, remedy }
}
