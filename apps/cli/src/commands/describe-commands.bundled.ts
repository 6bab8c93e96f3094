import { readFile } from 'node:fs/promises'
import type { describeCommands as describe } from './describe-commands.ts'

export const describeCommands: typeof describe = async () =>
  JSON.parse(await readFile(new URL('commands.json', import.meta.url), 'utf8'))
