import { column } from '../column.ts'
import type { WarehouseTable } from '../warehouse-table.ts'

/** Listeners as they are now. */
export const listenersTable: WarehouseTable = {
  name: 'listeners',
  version: 1,
  key: 'id',
  columns: [
    column('org_id', 'text', 'orgId'),
    column('id', 'text', 'key'),
    column('name', 'text', 'document.name'),
    column('mode', 'enum', 'document.mode'),
    column('objective', 'text', 'document.objective'),
    column('schedule_every_minutes', 'integer', 'document.schedule.everyMinutes'),
    column('schedule_cron', 'text', 'document.schedule.cron'),
    column('schedule_timezone', 'text', 'document.schedule.timezone'),
    column('signal_count', 'integer', 'signalCount'),
    column('keywords', 'texts', 'document.keywords'),
    column('exclusions', 'texts', 'document.exclusions'),
    column('queries', 'json', 'document.queries'),
    column('sensitivity', 'enum', 'document.sensitivity'),
    column('profile_target_roles', 'texts', 'document.profile.targetRoles'),
    column('profile_categories', 'texts', 'document.profile.categories'),
    column('profile_locations', 'texts', 'document.profile.locations'),
    column('profile_rivals', 'texts', 'document.profile.rivals'),
    column('profile_pain_vocabulary', 'texts', 'document.profile.painVocabulary'),
    column('scheduler_state', 'enum', 'document.scheduler.state'),
    column('scheduler_last_run_at', 'instant', 'document.scheduler.lastRunAt'),
    column('scheduler_next_run_at', 'instant', 'document.scheduler.nextRunAt'),
    column('scheduler_last_error', 'text', 'document.scheduler.lastError'),
    column('created_at', 'instant', 'members.createdAt'),
    column('updated_at', 'instant', 'document.updatedAt'),
  ],
}
