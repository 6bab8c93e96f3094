import { z } from 'zod'
import { idSchema } from '../input/text.ts'
import { instantSchema } from '../instant.ts'
import { column, personalColumn } from '../warehouse/column.ts'
import { defineRegister } from './define-register.ts'

const value = z.object({ userId: idSchema, at: instantSchema, by: idSchema })

export type Assignment = z.infer<typeof value>

export const assignedTo = defineRegister({
  name: 'assignedTo',
  value,
  wins: 'latest',
  isNullable: true,
  takenAs: 'assigned',
  momentOf: ({ at }) => at,
  event: {
    type: 'signal.assigned',
    example: { assignedTo: { userId: 'usr_ada', at: '2026-11-20T09:20:00.000Z', by: 'usr_bob' } },
    saysBy: true,
  },
  column: {
    name: 'assigned_user_id',
    type: 'text',
    member: 'userId',
    filter: {
      by: 'id',
      name: 'assignedTo',
      description: 'A user, or `none` for unassigned signals.',
      example: 'usr_ada',
    },
  },
  warehouseVersion: 1,
  warehouseColumns: [
    personalColumn('assigned_to_user_id', 'text', 'The user to whom it is assigned.', 'assignedTo.userId'),
    column('assigned_to_at', 'instant', 'When it was assigned.', 'assignedTo.at'),
    personalColumn('assigned_to_by', 'text', 'Who assigned it.', 'assignedTo.by'),
  ],
})
