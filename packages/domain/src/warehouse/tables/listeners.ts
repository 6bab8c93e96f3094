import { listenerModes, schedulerStates, sensitivities } from '../../documents/vocabulary.ts'
import { column, oneOf } from '../column.ts'
import type { WarehouseTable } from '../warehouse-table.ts'

/** Listeners as they are now. */
export const listenersTable: WarehouseTable = {
  name: 'listeners',
  comment: 'Listeners as they are now.',
  version: 1,
  key: 'id',
  timeColumn: 'created_at',
  columns: [
    column('org_id', 'text', 'The workspace.', 'orgId'),
    column('id', 'text', 'The id of the listener.', 'key'),
    column('name', 'text', 'The name of the listener.', 'document.name'),
    column('mode', 'enum', `What it looks for: ${oneOf(listenerModes)}.`, 'document.mode'),
    column('objective', 'text', 'What it is meant to find, in the words of its owner.', 'document.objective'),
    column(
      'schedule_every_minutes',
      'integer',
      'How many minutes lie between two runs; null for a schedule by cron.',
      'document.schedule.everyMinutes',
    ),
    column(
      'schedule_cron',
      'text',
      'When it runs, as cron; null for a schedule by minutes.',
      'document.schedule.cron',
    ),
    column('schedule_timezone', 'text', 'The time zone of schedule_cron.', 'document.schedule.timezone'),
    column('signal_count', 'integer', 'How many signals it has found.', 'signalCount'),
    column('keywords', 'texts', 'What it searches for.', 'document.keywords'),
    column('exclusions', 'texts', 'What must not be in a post.', 'document.exclusions'),
    column('queries', 'json', 'Its queries, each with the platform, as JSON.', 'document.queries'),
    column('sensitivity', 'enum', `How much it lets pass: ${oneOf(sensitivities)}.`, 'document.sensitivity'),
    column('profile_target_roles', 'texts', 'Of mode market: who buys.', 'document.profile.targetRoles'),
    column(
      'profile_categories',
      'texts',
      'Of mode places: which kinds of places.',
      'document.profile.categories',
    ),
    column('profile_locations', 'texts', 'Of mode places: where.', 'document.profile.locations'),
    column('profile_rivals', 'texts', 'Of mode rivals: whose customers.', 'document.profile.rivals'),
    column(
      'profile_pain_vocabulary',
      'texts',
      'Of mode rivals: words of unhappy customers.',
      'document.profile.painVocabulary',
    ),
    column(
      'scheduler_state',
      'enum',
      `What it does now: ${oneOf(schedulerStates)}.`,
      'document.scheduler.state',
    ),
    column('scheduler_last_run_at', 'instant', 'When it last ran.', 'document.scheduler.lastRunAt'),
    column('scheduler_next_run_at', 'instant', 'When it runs next.', 'document.scheduler.nextRunAt'),
    column(
      'scheduler_last_error',
      'text',
      'Why its last run failed; null if it did not.',
      'document.scheduler.lastError',
    ),
    column('created_at', 'instant', 'When it was created.', 'members.createdAt'),
    column('updated_at', 'instant', 'When it last changed.', 'document.updatedAt'),
  ],
}
