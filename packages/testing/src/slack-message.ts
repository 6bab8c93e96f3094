/** A message as it now is. */
export type SlackMessage = {
  /** The channel of a bot's message, or the path of the webhook that brought it. */
  channel: string
  ts: string
  text: string
  blocks: unknown[]
  /** All members of the last payload. */
  payload: Record<string, unknown>
  postedAtMs: number
  edits: number
}
