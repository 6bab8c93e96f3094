import { minuteMs } from '../durations.ts'

/** How much longer than its interval a warehouse may be behind before it is late. */
export const warehouseLateMs = 15 * minuteMs
