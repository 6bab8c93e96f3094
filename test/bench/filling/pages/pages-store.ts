export type PagesStore = {
  databaseUrl: string
  /** 32 bytes in base64. */
  masterKey: string
  /** The first has nine tenths of everything, the second most of the rest. Each has four sources. */
  workspaces: readonly { orgId: string; sourceIds: readonly string[] }[]
  /** The moment at which everything ends. */
  nowMs: number
}
