import { column, oneOf, personalColumn } from '../column.ts'
import type { WarehouseTable } from '../warehouse-table.ts'

const roles = ['viewer', 'member', 'admin']

/** The people of a workspace. */
export const peopleTable: WarehouseTable = {
  name: 'people',
  comment: 'The people who are members of the workspace. One who leaves it is deleted here.',
  version: 2,
  key: 'id',
  isPersonal: true,
  columns: [
    column('org_id', 'text', 'The workspace.', 'orgId'),
    column(
      'id',
      'text',
      'The id of the person, as in signals.assigned_to_user_id and deals.owner_id.',
      'key',
    ),
    personalColumn('name', 'text', 'The name of the person; null if none was given.', 'name'),
    {
      ...personalColumn(
        'email',
        'text',
        'The mail address of the person; null where the warehouse was not asked to have it.',
        'email',
      ),
      isMailAddress: true,
    },
    column('role', 'enum', `What the person may do in the workspace: ${oneOf(roles)}.`, 'role'),
  ],
}
