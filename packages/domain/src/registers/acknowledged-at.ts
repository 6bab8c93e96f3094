import { instantSchema } from '../instant.ts'
import { column } from '../warehouse/column.ts'
import { defineRegister } from './define-register.ts'

export const acknowledgedAt = defineRegister({
  name: 'acknowledgedAt',
  value: instantSchema,
  wins: 'earliest',
  isNullable: false,
  isOwn: true,
  takenAs: 'acknowledged',
  momentOf: (at) => at,
  event: {
    type: 'signal.acknowledged',
    example: { acknowledgedAt: '2026-11-20T09:06:00.000Z', by: 'usr_bob' },
    saysBy: true,
  },
  warehouseVersion: 2,
  warehouseColumns: [column('acknowledged_at', 'instant', 'When someone acknowledged it.', 'acknowledgedAt')],
})
