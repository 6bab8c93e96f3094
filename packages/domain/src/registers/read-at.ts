import { instantSchema } from '../instant.ts'
import { column } from '../warehouse/column.ts'
import { defineRegister } from './define-register.ts'

export const readAt = defineRegister({
  name: 'readAt',
  value: instantSchema,
  wins: 'earliest',
  isNullable: false,
  takenAs: 'read',
  momentOf: (at) => at,
  event: { type: 'signal.read', example: { readAt: '2026-11-20T09:20:00.000Z' }, saysBy: true },
  column: { name: 'read_at', type: 'instant', filter: { by: 'presence', name: 'read' } },
  warehouseVersion: 1,
  warehouseColumns: [column('read_at', 'instant', 'When it was first read.', 'readAt')],
})
