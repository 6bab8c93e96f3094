/** A message in its present form. */
export type SlackMessage = {
  /** The channel of a bot's message, or the path of its webhook. */
  channel: string
  ts: string
  text: string
  blocks: unknown[]
  /** All members of the last payload. */
  payload: Record<string, unknown>
  postedAtMs: number
  edits: number
}
