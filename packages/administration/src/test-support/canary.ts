/** A secret that cases pass to acts. No row of the audit log or of jobs may contain it. */
export const canary = 'whsec_Y2FuYXJ5Y2FuYXJ5Y2FuYXJ5Y2FuYXJ5Y2FuYXI='
