import { minuteMs } from '../durations.ts'

/** How long a sync may take before what waits for it is older than the interval of its warehouse promises. */
export const warehouseSyncMs = minuteMs

/** How much longer than its interval a warehouse may be behind before it is late. */
export const warehouseLateMs = 15 * minuteMs
