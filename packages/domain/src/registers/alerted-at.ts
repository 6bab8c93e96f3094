import { freeText } from '../input/text.ts'
import { instantSchema } from '../instant.ts'
import { column } from '../warehouse/column.ts'
import { defineRegister } from './define-register.ts'

export const alertedAt = defineRegister({
  name: 'alertedAt',
  value: instantSchema,
  wins: 'earliest',
  isNullable: false,
  momentOf: (at) => at,
  event: {
    type: 'signal.alerted',
    example: { alertedAt: '2026-11-20T09:04:15.000Z', channel: 'slack' },
    extraData: { channel: freeText().nullish() },
  },
  column: { name: 'alerted_at', type: 'instant', filter: { by: 'presence', name: 'alerted' } },
  warehouseVersion: 1,
  warehouseColumns: [column('alerted_at', 'instant', 'When its first alert was sent.', 'alertedAt')],
})
