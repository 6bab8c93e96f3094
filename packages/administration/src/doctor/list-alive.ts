import { type Database, listProcesses, type SeenProcess } from '@signalpost/database'

/** A process that was silent for longer has most likely ended, and its connections with it. */
const aliveSeconds = 15

export async function listAlive(database: Database): Promise<SeenProcess[]> {
  const processes = await listProcesses(database)
  return processes.filter(({ silentSeconds }) => silentSeconds <= aliveSeconds)
}
