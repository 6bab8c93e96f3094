import type { Answer } from '../../api/call.ts'

/** A warehouse as its page shows it. */
export type Warehouse = Answer<'GET /console/api/w/{orgId}/warehouses/{id}'>
