import { messageOperations } from '@signalpost/administration/message'
import { commandsOf } from '../../command/commands-of.ts'
import { record } from '../../terminal/table.ts'

export const messageReplay = commandsOf(messageOperations, { text: (replayed) => record(replayed), by: {} })
