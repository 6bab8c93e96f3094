/** A secret that cases pass to acts. No answer, no row of the audit log and none of jobs may contain it. */
export const canary = 'whsec_Y2FuYXJ5Y2FuYXJ5Y2FuYXJ5Y2FuYXJ5Y2FuYXI='
