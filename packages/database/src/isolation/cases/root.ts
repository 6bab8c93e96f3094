import * as root from '../../index.ts'
import type { DoorCases } from '../door-cases.ts'

export const rootCases: DoorCases = {
  door: root,
  queriesOf: () => ({}),
  others: {
    joinTransaction: 'reads no record',
    measureClockSkewMs: 'reads no record',
    checkDatabase: 'reads no record',
    checkSchema: 'pure',
    checkWritable: 'reads no record',
    rethrowExplained: 'pure',
    readSchemaState: 'reads no record',
    SchemaAheadError: 'pure',
    createDatabase: 'reads no record',
    createPartitions: 'reads no record',
    dropExpiredPartitions: 'by age alone',
    withMaintenanceLock: 'reads no record',
    findDaysWithoutPartitions: 'reads no record',
    listProcesses: 'the processes of the installation, which hold no record',
    startHeartbeat: 'the processes of the installation, which hold no record',
    inspectStore: 'reads no record',
    migrateDatabase: 'reads no record',
    createId: 'pure',
    idFloor: 'pure',
    idTimeMs: 'pure',
    createSecretBox: 'pure',
    inspectSecrets: 'the sealed secrets of the installation, for operators only',
    resealSecret: 'by what inspectSecrets returns',
    isStoreFault: 'pure',
    throwIfStoreFault: 'pure',
  },
}
